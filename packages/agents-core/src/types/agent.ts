/**
 * The shapes of the classes that refer to each other. Everything names them from here, so that imports go one way; the
 * classes of the same names implement them.
 */
import type { Bus } from './bus.ts'
import type { Chunk, ChatClient } from './client.ts'
import type {
  FunctionCall,
  FunctionDefine,
  MessageLike,
  MessageContent,
  ToolCall,
  ToolDefine,
  Usage,
} from './message.ts'
import type { QueueSizes } from './queue.ts'
import type { RequestOutcome, RequestRetry, SendRequest } from './request.ts'
import type { AgentTexts, TextsOption } from './texts.ts'
import type { AgentWarning } from './warning.ts'

/** Parsed arguments. Their types are what the model made of them, so nothing is known here. */
// oxlint-disable-next-line typescript/no-explicit-any -- documented samples read `parsedArgs.a + parsedArgs.b`
export type ToolArguments = Record<string, any>

/** How an aborted tool round is made whole: `fill` what is missing, or `drop` the round. */
export type AbortedToolRoundStrategy = 'fill' | 'drop'

/** What every agent has. */
export interface AgentContextLike {
  /** A client of the official package, or anything with the one method that is used. */
  client: ChatClient
  /** Name of the model that is sent to the API. */
  model: string
  /** Passed through into the request body, e.g. `temperature`. */
  modelConfig: Record<string, unknown>
  /** The conversation; the very array that was given. */
  messages: MessageLike[]
  tools: ToolLike[]
  /** Whether broken arguments and failing tools are told to the model, or end the run. */
  allowJsonParseError: boolean
  abortedToolRoundStrategy: AbortedToolRoundStrategy
  /** Result of the tools that had not finished when the run was aborted (strategy `fill`). */
  abortedToolRoundReason: string
  /** What the model is told when something goes wrong. */
  texts: AgentTexts
  /** Requests of one run at most; then it stops with the error `turn_limit`, and `run()` goes on. */
  maxTurns: number
  /** Milliseconds a tool may take; then its call fails and its signal fires. Default: no limit. A tool's own comes first. */
  toolTimeoutMs: number | undefined
  /** Tools of one response that run at the same time. Default: all. */
  maxParallelTools: number
  /** Called with what is odd but no failure; default: the console. The event `warning` is emitted as well. */
  onWarning: ((warning: AgentWarning) => void) | undefined
  /** Adds a message and returns it. */
  append<M extends MessageLike>(message: M): M
}

/** Options of an {@link AgentContextLike} with a client of type `Client`. */
export type AgentContextOptions<Client extends ChatClient = ChatClient> = PickRequired<
  Omit<AgentContextLike, 'append' | 'texts' | 'client'>,
  'model'
> & {
  /** A client of the official package, or anything with the one method that is used. */
  client: Client
  /** A language (default `'zh'`), or texts that replace some of those in Chinese. */
  texts?: TextsOption | undefined
}

/** All optional, and allowed to be undefined, except `K`. */
export type PickRequired<T, K extends keyof T> = Pick<T, K> & { [P in Exclude<keyof T, K>]?: T[P] | undefined }

/** Work in flight: one response, or one tool call. */
export interface AgentTask {
  readonly message: MessageLike
  readonly signal: AbortSignal
}

/** Options of one `send` or `run`. */
export interface RunOptions {
  /** Aborts the run when it fires, as `agent.abort()` does. */
  signal?: AbortSignal | undefined
}

/** An agent. */
export interface AgentLike extends AgentContextLike {
  readonly events: Bus<AgentEvents>
  /** In order of registration. Read anew at every hook. */
  readonly plugins: AgentPlugin[]
  /** Usage of the newest response that reported one. Not the sum: for that, `sumUsage(messages)`. */
  lastUsage?: Usage | undefined
  /** Responses and tool calls of the run in progress. */
  readonly innerLoopsTasks: ReadonlySet<AgentTask>
  /** Those of them that are in flight. */
  readonly innerLoopTasks: ReadonlySet<AgentTask>
  /** Whether some message is still being written. */
  readonly isHasPendingMessage: boolean
  use(plugin: AgentPlugin): this
  init(): Promise<void>
  send(content: MessageContent, options?: RunOptions): Promise<MessageLike[]>
  run(ctx?: SendContext, options?: RunOptions): Promise<MessageLike[]>
  steer(content: MessageContent): void
  followUp(content: MessageContent): void
  abort(): void
  dispatchHook<Hook extends HookName>(hook: Hook, ctx: HookContexts[Hook]): Promise<string | undefined>
  formatHistory(): WireMessage[]
  formatTools(): ToolDefine[] | undefined
}

/** A message as it is sent: these fields and no others. */
export type WireMessage = Pick<
  MessageLike,
  | 'role'
  | 'content'
  | 'name'
  | 'tool_calls'
  | 'tool_call_id'
  | 'function_call'
  | 'reasoning_content'
  | 'reasoning_details'
> & { reasoning?: string; reasoning_text?: string }

/** Something a model may call. Any object of this shape will do. */
export interface ToolLike {
  type: string
  function: FunctionDefine
  /** Milliseconds it may take, instead of the agent's `toolTimeoutMs`. */
  timeoutMs?: number | undefined
  exec(ctx: ToolCallContextLike): MessageContent | Promise<MessageContent>
}

/** A tool whose work another agent does, so that a conversation of it can go on later. */
export interface DelegatingTool extends ToolLike {
  /** Goes on with the conversation of a sub-agent: `work` drives the agent that was made for it. */
  resume(
    ctx: ToolCallContextLike,
    messages: MessageLike[],
    work: (subAgent: AgentLike) => Promise<unknown>,
  ): Promise<MessageContent>
}

/** One tool call, from the decision whether it may run to its execution: the same object all the way. */
export interface ToolCallContextLike {
  /** The agent whose model asked. */
  readonly agent: AgentLike
  /** The call; a legacy `function_call` stands here without `id` and `type`. */
  readonly tool_call: ToolCall
  /** The registered tool of that name. */
  readonly tool: ToolLike | undefined
  /** The same as `tool_call.function`. */
  readonly function_call: FunctionCall
  /** Arguments, parsed and checked against the tool's schema; undefined where `parseError` says why. */
  parsedArgs: ToolArguments
  /** Why the arguments are no JSON object, or do not fit the schema. Such a call is not run. */
  parseError: string | undefined
  /** The message that the result goes to; it is in `agent.messages` already. */
  readonly resultMessage: MessageLike
  /** Whether the run stops after this round. */
  readonly isPreventDefault: boolean
  /** Fires when the agent is aborted. Long-running tools must honour it: nobody waits for them. */
  readonly signal: AbortSignal
  /** Stops the run after this round; the result stays. */
  preventDefault(): void
}

/** One `send`: the same object in all its hooks. Plugins may keep things on it. */
export interface SendContext {
  readonly agent: AgentLike
  /** The text that was sent; of multimodal content, its text sections joined by newlines. */
  readonly content: string
  /** A copy of the messages as they are now. */
  readonly messages: readonly MessageLike[]
  /** Whether the run was aborted. */
  aborted?: boolean
}

/** A call of a tool that is not registered. */
export interface UnknownToolContext {
  readonly agent: AgentLike
  readonly toolCall: ToolCall
  /** Names of the registered tools. */
  readonly availableTools: string[]
}

/** A delegation. */
export interface SubAgentContext {
  /** The agent that delegates. */
  readonly agent: AgentLike
  /** The agent that does the work. */
  readonly subAgent: AgentLike
  readonly toolCallContext: ToolCallContextLike
}

/** What a hook returns: a string short-circuits, and means what the hook says it means. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a hook that returns nothing is the common case
export type HookResult = string | void | Promise<string | void>

/** Hooks with what they are called with. */
export interface HookContexts {
  onBeforeSend: SendContext
  onAfterSend: SendContext
  onInnerLoopsStart: SendContext
  onInnerLoopsEnd: SendContext
  onInnerLoopStart: SendContext
  onInnerLoopEnd: SendContext
  onToolCall: ToolCallContextLike
  onUnknownTool: UnknownToolContext
  onSubAgentStart: SubAgentContext
  onSubAgentEnd: SubAgentContext
}
/** The hooks that are dispatched; `onInit` is not among them. */
export type HookName = keyof HookContexts

/** One request of a round, for plugins that put something around it. */
export interface RequestContext {
  readonly agent: AgentLike
  /** The message that the response is written to. */
  readonly receiver: MessageLike
  /** Fires when the agent is aborted. */
  readonly signal: AbortSignal
}

/** The one way to extend an agent. All hooks are optional; several plugins are asked in order of registration. */
export interface AgentPlugin {
  /** Called by `agent.init()`, once. A failure makes `init` reject. */
  onInit?(): unknown
  /** A string refuses the message: `send` rejects, nothing is appended. */
  onBeforeSend?(ctx: SendContext): HookResult
  /** After the run, whatever became of it. A string skips later plugins. */
  onAfterSend?(ctx: SendContext): HookResult
  /** Before the first round. A string ends the run: `send` rejects. */
  onInnerLoopsStart?(ctx: SendContext): HookResult
  /** After the last round. A string skips later plugins. */
  onInnerLoopsEnd?(ctx: SendContext): HookResult
  /** Before each request. A string ends the run: `send` rejects. */
  onInnerLoopStart?(ctx: SendContext): HookResult
  /** After each round that was neither aborted nor failed. A string skips later plugins. */
  onInnerLoopEnd?(ctx: SendContext): HookResult
  /** Before each tool call, unknown tools and broken arguments included. A string is the result; the tool is not run. */
  onToolCall?(ctx: ToolCallContextLike): HookResult
  /** A string is the result of the call; without one the model is told that there is no such tool. */
  onUnknownTool?(ctx: UnknownToolContext): HookResult
  /** Before a sub-agent runs. A string is the result of the call; the sub-agent does not run. */
  onSubAgentStart?(ctx: SubAgentContext): HookResult
  /** After a sub-agent has ended, for whatever reason. A string skips later plugins. */
  onSubAgentEnd?(ctx: SubAgentContext): HookResult
  /** Goes around each request, e.g. to repeat it. The first plugin is the outermost. */
  aroundRequest?(ctx: RequestContext, next: SendRequest): Promise<RequestOutcome>
}

/** Events with the arguments of their listeners. Events only tell; to interfere, write a plugin. */
export interface AgentEvents {
  'before-send': [ctx: SendContext]
  'after-send': [ctx: SendContext]
  'inner-loops-start': [ctx: SendContext]
  'inner-loops-end': [ctx: SendContext]
  'inner-loop-start': [ctx: SendContext]
  'inner-loop-end': [ctx: SendContext]
  'tool-call': [ctx: ToolCallContextLike]
  'unknown-tool': [ctx: UnknownToolContext]
  'sub-agent-start': [ctx: SubAgentContext]
  'sub-agent-end': [ctx: SubAgentContext]
  /** The response has begun. */
  open: []
  /** A chunk, before it is read. */
  chunk: [chunk: Chunk]
  /** A chunk, after it has been written to `receiver`. */
  'chunk-parsed': [receiver: MessageLike, chunk: Chunk]
  /** The response is complete. */
  parsed: [receiver: MessageLike]
  /** The provider failed, a plugin failed where that is no refusal, or a limit ended the run (`code`). */
  error: [error: Error]
  /** A round is over, whatever became of it. */
  finally: []
  /** A request is about to be repeated. */
  'request-retry': [retry: RequestRetry]
  /** A message of the run has its final content and status: a response, a tool result, what the user said. */
  'message-done': [message: MessageLike]
  /** Something waits in a queue, or has left it. */
  queue: [sizes: QueueSizes]
  /** Something is odd, and no failure. */
  warning: [warning: AgentWarning]
}
