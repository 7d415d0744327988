export { Agent } from './agent/agent.ts'
export { AgentContext } from './agent/agent-context.ts'
export * as AgentNS from './types/agent-ns.ts'
export { FinishReason, MessageStatus, Role } from './types/message.ts'
export { Message, type MessageOptions, type MessageOverrides } from './message/message.ts'

export { Tool } from './tools/tool.ts'
export { ToolCallContext, type ToolCallContextOptions } from './tools/tool-call-context.ts'
/** @deprecated Use {@link ToolCallContext}. */
export { ToolCallContext as FunctionCallContext } from './tools/tool-call-context.ts'
export { CallbackTool, type CallbackToolOptions } from './tools/callback-tool.ts'
export { CodeTool, type CodeToolOptions } from './tools/code-tool.ts'
export {
  IndexedSearchTool,
  type IndexedSearchEntry,
  type IndexedSearchToolOptions,
} from './tools/indexed-search-tool.ts'
export { AgentTool, type AgentToolOptions } from './sub-agents/agent-tool.ts'
export { AgentToolLazy, type AgentToolLazyOptions, type BuildAgent } from './sub-agents/agent-tool-lazy.ts'

export {
  ApprovalPlugin,
  type ApprovalDecision,
  type ApprovalOptions,
  type ApprovalRequest,
} from './plugins/approval-plugin.ts'
export { AutoMigratePlugin, type AutoMigrateOptions } from './plugins/auto-migrate-plugin.ts'
export { ContextGuardPlugin, ContextOverflowError, type ContextGuardOptions } from './plugins/context-guard-plugin.ts'
export { RetryPlugin, type RetryOptions } from './plugins/retry-plugin.ts'

export { reconcileAbortedToolRounds, type ReconcileOptions } from './history/reconcile.ts'
export { sumUsage } from './message/usage.ts'
export { EventBus, type OnListenerError } from './hooks/event-bus.ts'
export { AgentBusyError, HookRejectionError, ResponseError, type ResponseFailure } from './types/errors.ts'
export { type AgentTexts, defaultTexts } from './types/texts.ts'

export type { Bus, EventMap, Listener, Subscription } from './types/bus.ts'
export type {
  AbortedToolRoundStrategy,
  AgentContextOptions,
  AgentEvents,
  AgentPlugin,
  AgentTask,
  Chunk,
  HookContexts,
  HookName,
  HookResult,
  PickRequired,
  RequestContext,
  RequestFailure,
  RequestOutcome,
  RequestRetry,
  RequestSuccess,
  SendContext,
  SendRequest,
  SubAgentContext,
  ToolArguments,
  UnknownToolContext,
  WireMessage,
} from './types/agent.ts'
