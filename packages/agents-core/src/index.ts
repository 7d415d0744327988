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

export { ApprovalPlugin, type ApprovalDecision, type ApprovalOptions } from './plugins/approval-plugin.ts'
export type { ApprovalRequest, CallPlace, StoredApprovalRequest } from './plugins/approval-request.ts'
export { AutoMigratePlugin, type AutoMigrateOptions } from './plugins/auto-migrate-plugin.ts'
export { ContextGuardPlugin, ContextOverflowError, type ContextGuardOptions } from './plugins/context-guard-plugin.ts'
export { RetryPlugin, type RetryOptions } from './plugins/retry-plugin.ts'

export { reconcileAbortedToolRounds, type ReconcileOptions } from './history/reconcile.ts'
export { costOf, sumUsage, type TokenPrices, type UsageCost } from './message/usage.ts'
export { EventBus, type OnListenerError } from './hooks/event-bus.ts'
export {
  AgentBusyError,
  HookRejectionError,
  ResponseError,
  type ResponseFailure,
  TurnLimitError,
} from './types/errors.ts'
export { defaultTexts, englishTexts } from './message/texts.ts'
export type { AgentTexts, TextsOption } from './types/texts.ts'

export type { Bus, EventMap, Listener, Subscription } from './types/bus.ts'
export type {
  AbortedToolRoundStrategy,
  AgentContextOptions,
  AgentEvents,
  AgentPlugin,
  AgentTask,
  DelegatingTool,
  HookContexts,
  HookName,
  HookResult,
  PickRequired,
  RequestContext,
  RunOptions,
  SendContext,
  SubAgentContext,
  ToolArguments,
  UnknownToolContext,
  WireMessage,
} from './types/agent.ts'
export type { ChatClient, Chunk } from './types/client.ts'
export type { QueueSizes } from './types/queue.ts'
export type { RequestFailure, RequestOutcome, RequestRetry, RequestSuccess, SendRequest } from './types/request.ts'
export type { AgentWarning } from './types/warning.ts'
