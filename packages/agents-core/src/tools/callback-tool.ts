import { toResult } from '../message/content.ts'
import type { ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import type { FunctionDefine, MessageContent } from '../types/message.ts'
import { Tool } from './tool.ts'

/** Options of a {@link CallbackTool}. */
export interface CallbackToolOptions<Args extends object = ToolArguments> {
  function: FunctionDefine
  /** Text and content sections go to the model as they are, everything else as JSON, nothing as `""`. */
  callback?: ((parsedArgs: Args, ctx: ToolCallContextLike) => unknown) | undefined
  type?: string | undefined
}

/**
 * A tool from a function.
 *
 * @example
 * new CallbackTool({ function: definition, callback: ({ a, b }) => a + b })
 */
export class CallbackTool<Args extends object = ToolArguments> extends Tool {
  override type: string
  override function: FunctionDefine
  readonly callback: CallbackToolOptions<Args>['callback']

  constructor({ function: definition, callback, type = 'function' }: CallbackToolOptions<Args>) {
    super()
    this.type = type
    this.function = definition
    this.callback = callback
  }

  override async exec(ctx: ToolCallContextLike): Promise<MessageContent> {
    return toResult(await this.callback?.(ctx.parsedArgs as Args, ctx))
  }
}
