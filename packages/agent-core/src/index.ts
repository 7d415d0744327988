/** @dreb/agent-core: an agent that can be steered, on the messages and events of `@dreb/ai`. */
export { Agent } from './agent/agent.ts'
export type {
  AgentOptions,
  AgentSettings,
  ExportedAgentState,
  InitialAgentState,
  PromptOptions,
} from './agent/agent-options.ts'
export { type AgentState, initialAgentState, reduceAgent } from './agent/agent-state.ts'
export type { QueuedMessages, QueueListener, QueueMode } from './agent/message-queues.ts'
export type { ModelReference } from './agent/model-reference.ts'
export { agentLoop, agentLoopContinue, runAgentLoop, runAgentLoopContinue } from './loop/agent-loop.ts'
export { type ProxyAssistantMessageEvent, type ProxyStreamOptions, streamProxy } from './proxy.ts'
export type {
  AgentEvent,
  AgentEventSink,
  AssistantUpdateEvent,
  LengthRetryEvent,
  StreamRetryEvent,
} from './types/agent-event.ts'
export type {
  AfterToolCall,
  AfterToolCallContext,
  AfterToolCallResult,
  AgentContext,
  BeforeLlmCall,
  BeforeLlmCallResult,
  BeforeToolCall,
  BeforeToolCallContext,
  BeforeToolCallResult,
  ConvertToLlm,
  TransformContext,
} from './types/agent-hooks.ts'
export type {
  AgentLoopConfig,
  AgentLoopHooks,
  AgentLoopLimits,
  GetApiKey,
  StreamFn,
  StreamFnEvent,
} from './types/agent-loop-config.ts'
export type { AgentMessage, CustomAgentMessages } from './types/agent-message.ts'
export type {
  AgentTool,
  AgentToolCall,
  AgentToolResult,
  AgentToolUpdateCallback,
  McpToolResult,
  ToolExecutionMode,
  ToolParams,
} from './types/agent-tool.ts'
export type { ThinkingLevel } from './types/thinking-level.ts'
