/**
 * The shapes of the classes that refer to each other. Everything names them from here, so that imports go one way; the
 * classes of the same names implement them.
 */
import type { OpenAI } from 'openai'

import type { Bus } from './bus.ts'
import type {
  FunctionCall,
  FunctionDefine,
  MessageLike,
  MessageContent,
  ToolCall,
  ToolDefine,
  Usage,
} from './message.ts'
import type { AgentTexts } from './texts.ts'

/** A chunk as the official client yields it. */
export type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

/** Parsed arguments. Their types are what the model made of them, so nothing is known here. */
// oxlint-disable-next-line typescript/no-explicit-any -- documented samples read `parsedArgs.a + parsedArgs.b`
export type ToolArguments = Record<string, any>

/** How an aborted tool round is made whole: `fill` what is missing, or `drop` the round. */
export type AbortedToolRoundStrategy = 'fill' | 'drop'

/** What every agent has. */
export interface AgentContextLike {
  client: OpenAI
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
  /** Adds a message and returns it. */
  append<M extends MessageLike>(message: M): M
}

/** Options of an {@link AgentContextLike}. */
export type AgentContextOptions = PickRequired<Omit<AgentContextLike, 'append' | 'texts'>, 'client' | 'model'> & {
  /** Replaces some of the texts for the model. */
  texts?: Partial<AgentTexts> | undefined
}

/** All optional, and allowed to be undefined, except `K`. */
export type PickRequired<T, K extends keyof T> = Pick<T, K> & { [P in Exclude<keyof T, K>]?: T[P] | undefined }

/** Work in flight: one response, or one tool call. */
export interface AgentTask {
  readonly message: MessageLike
  readonly signal: AbortSignal
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
  send(content: MessageContent): Promise<MessageLike[]>
  run(ctx?: SendContext): Promise<MessageLike[]>
  abort(): void
  dispatchHook<Hook extends HookName>(hook: Hook, ctx: HookContexts[Hook]): Promise<string | undefined>
  formatHistory(): WireMessage[]
  formatTools(): ToolDefine[] | undefined
}

/** A message as it is sent: these fields and no others. */
export type WireMessage = Pick<
  MessageLike,
  'role' | 'content' | 'name' | 'tool_calls' | 'tool_call_id' | 'function_call' | 'reasoning_content'
>

/** Something a model may call. Any object of this shape will do. */
export interface ToolLike {
  type: string
  function: FunctionDefine
  exec(ctx: ToolCallContextLike): MessageContent | Promise<MessageContent>
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
  /** Parsed arguments; undefined where `parseError` says why. */
  parsedArgs: ToolArguments
  /** Why the arguments could not be parsed. Such a call is not run. */
  readonly parseError: string | undefined
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

/** What a hook answers: a string short-circuits, and means what the hook says it means. */
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

/** A request that failed: before its response began (`request`), or while it was read (`response`). */
export interface RequestFailure {
  readonly type: 'failed'
  readonly phase: 'request' | 'response'
  /** What the client threw, or a `ResponseError`. */
  readonly error: Error
}

/** A response that is there. */
export interface RequestSuccess {
  readonly type: 'completed'
  /** It was cut off by its length, whatever the vendor calls that: none of its calls may be run. */
  readonly isCut?: boolean
}

/** How one request ended. A request never rejects. */
export type RequestOutcome = RequestSuccess | { readonly type: 'aborted' } | RequestFailure

/** One request of a round, for plugins that put something around it. */
export interface RequestContext {
  readonly agent: AgentLike
  /** The message that the response is written to. */
  readonly receiver: MessageLike
  /** Fires when the agent is aborted. */
  readonly signal: AbortSignal
}

/** Sends the request and reads its response. Every call is a new attempt, which replaces what the last one wrote. */
export type SendRequest = (this: void) => Promise<RequestOutcome>

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

/** A request that is about to be repeated. What the last attempt wrote is thrown away. */
export interface RequestRetry {
  /** The attempt that is about to begin; the first repetition is 1. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly delayMs: number
  readonly error: Error
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
  /** The provider failed. */
  error: [error: Error]
  /** A round is over, whatever became of it. */
  finally: []
  /** A request is about to be repeated. */
  'request-retry': [retry: RequestRetry]
}
