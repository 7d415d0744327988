import { toResult } from '../message/content.ts'
import type { ToolCallContextLike } from '../types/agent.ts'
import type { FunctionDefine, MessageContent } from '../types/message.ts'
import { Tool } from './tool.ts'

/** Options of a {@link CodeTool}. */
export interface CodeToolOptions {
  function: FunctionDefine
  /** The body of a function whose parameters are those of the definition and whose `this` is the context. */
  code?: string | undefined
  type?: string | undefined
}

/**
 * A tool from code in a string. It is compiled with `new Function`: it has the rights of the program, and fails under a
 * content security policy without `unsafe-eval`.
 *
 * @deprecated Use {@link CallbackTool}.
 */
export class CodeTool extends Tool {
  override type: string
  override function: FunctionDefine
  readonly code: string

  constructor({ function: definition, code = '', type = 'function' }: CodeToolOptions) {
    super()
    if (!definition) throw new TypeError('A code tool must have a function')
    this.type = type
    this.function = definition
    this.code = code
  }

  override async exec(ctx: ToolCallContextLike): Promise<MessageContent> {
    const names = Object.keys(this.function.parameters?.properties ?? {})
    const args = ctx.parsedArgs ?? {}
    // oxlint-disable-next-line typescript/no-implied-eval -- running code from a string is what this tool is for
    const run = new Function(...names, this.code) as (this: ToolCallContextLike, ...args: unknown[]) => unknown
    return toResult(
      await run.apply(
        ctx,
        names.map((name): unknown => (Object.hasOwn(args, name) ? args[name] : undefined)),
      ),
    )
  }
}
