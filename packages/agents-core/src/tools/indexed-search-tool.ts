import type { ToolCallContextLike } from '../types/agent.ts'
import type { FunctionDefine, MessageContent } from '../types/message.ts'
import { Tool } from './tool.ts'

/** A text and the keywords it is found by. */
export interface IndexedSearchEntry {
  keywords: string[]
  text: string
}

/** Options of an {@link IndexedSearchTool}. */
export interface IndexedSearchToolOptions {
  entries: IndexedSearchEntry[]
  /** Default: `indexedSearch`. Two of these tools on one agent need different names. */
  name?: string | undefined
  description?: string | undefined
  type?: string | undefined
}

/** Looks entries up by keyword. The model is offered the keywords there are, and gets the matching entries as JSON. */
export class IndexedSearchTool extends Tool {
  override type: string
  override function: FunctionDefine
  readonly entries: IndexedSearchEntry[]

  constructor({ entries, name = 'indexedSearch', description, type = 'function' }: IndexedSearchToolOptions) {
    super()
    const keywords = [...new Set(entries.flatMap((entry) => entry.keywords))]
    // An empty enum is no valid schema.
    const items = { type: 'string', ...(keywords.length > 0 && { enum: keywords }) }
    const parameters = { type: 'object', properties: { keywords: { type: 'array', items } }, required: ['keywords'] }
    this.type = type
    this.function = { name, description: description ?? '按关键词检索本地条目', parameters }
    this.entries = entries
  }

  override exec(ctx: ToolCallContextLike): MessageContent {
    const asked: unknown = ctx.parsedArgs?.['keywords']
    const keywords = new Set<unknown>(Array.isArray(asked) ? asked : [asked])
    return JSON.stringify(this.entries.filter((entry) => entry.keywords.some((keyword) => keywords.has(keyword))))
  }
}
