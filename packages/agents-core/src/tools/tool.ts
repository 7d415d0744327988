import type { ToolLike, ToolCallContextLike } from '../types/agent.ts'
import type { FunctionDefine, MessageContent } from '../types/message.ts'

/**
 * A tool of your own: a subclass with its definition in the class body and its work in `exec`.
 *
 * @example
 * class Clock extends Tool {
 *   function = { name: 'clock', description: 'Tells the time', parameters: { type: 'object', properties: {} } }
 *   exec() { return new Date().toISOString() }
 * }
 */
export abstract class Tool implements ToolLike {
  type = 'function'
  // Declared only: a field of the base class would stand in the way of the subclass's own.
  abstract function: FunctionDefine
  /** Milliseconds it may take, instead of the agent's `toolTimeoutMs`. */
  declare timeoutMs?: number | undefined
  /** Does the work. What it returns goes to the model; what it throws, too. */
  abstract exec(ctx: ToolCallContextLike): MessageContent | Promise<MessageContent>
}
