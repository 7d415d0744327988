import { toError } from '../message/to-error.ts'
import type { AgentLike, ToolLike, ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import type { FunctionCall, MessageLike, ToolCall } from '../types/message.ts'

/** What a {@link ToolCallContext} is made of. */
export interface ToolCallContextOptions {
  agent: AgentLike
  tool_call: ToolCall
  tool?: ToolLike | undefined
  resultMessage: MessageLike
  /** Whether broken arguments are reported (`parseError`) or thrown. Default: thrown. */
  allowJsonParseError?: boolean | undefined
  /** Default: a signal that never fires. */
  signal?: AbortSignal | undefined
}

/** One tool call, from the decision whether it may run to its execution: the same object all the way. */
export class ToolCallContext implements ToolCallContextLike {
  readonly agent: AgentLike
  readonly tool_call: ToolCall
  readonly tool: ToolLike | undefined
  readonly function_call: FunctionCall
  declare parsedArgs: ToolArguments
  parseError: string | undefined
  readonly resultMessage: MessageLike
  readonly signal: AbortSignal
  isPreventDefault = false

  /** @throws SyntaxError for arguments that are no JSON object, unless `allowJsonParseError` */
  constructor({ agent, tool_call, tool, resultMessage, allowJsonParseError, signal }: ToolCallContextOptions) {
    this.agent = agent
    this.tool_call = tool_call
    this.tool = tool
    this.function_call = tool_call.function ?? {}
    this.resultMessage = resultMessage
    this.signal = signal ?? new AbortController().signal
    const parsed = parse(this.function_call.arguments)
    if ('error' in parsed && !allowJsonParseError) throw parsed.error
    this.parsedArgs = ('error' in parsed ? undefined : parsed.value) as ToolArguments
    this.parseError = 'error' in parsed ? parsed.error.message : undefined
  }

  preventDefault(): void {
    this.isPreventDefault = true
  }
}

type Parsed = { value: ToolArguments | undefined } | { error: Error }

/** Blank text is what streams yield for a call without arguments; null is what some models write for it. */
function parse(text: string | undefined): Parsed {
  if (text === undefined) return { value: undefined }
  if (text.trim() === '') return { value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (value === null) return { value: {} }
    if (typeof value === 'object' && !Array.isArray(value)) return { value }
    return { error: new SyntaxError(`Arguments must be a JSON object, got ${text.slice(0, 100)}`) }
  } catch (error) {
    return { error: toError(error) }
  }
}
