import type { MessageContent, MessageContentSection } from '../types/message.ts'
import { foreignSection } from './foreign-section.ts'
import { toJson } from './to-error.ts'

const sectionTypes: ReadonlySet<unknown> = new Set(['text', 'image_url', 'file', 'input_audio'])

/**
 * What a tool returned, as the content of its result. Text and content sections stay, results of MCP servers become
 * sections, nothing is `""`, and everything else becomes JSON.
 *
 * @throws Error with the text of an MCP result that says that the tool failed
 */
export function toResult(value: unknown): MessageContent {
  const content = toContent(value)
  if (isMcpResult(value) && value['isError'] === true) throw new Error(textOf(content))
  return content
}

/** As {@link toResult}, without the difference between success and failure. */
export function toContent(value: unknown): MessageContent {
  if (typeof value === 'string') return value
  if (isMcpResult(value)) return mcpContent(value)
  return isSections(value) ? value.map(toSection) : toJson(value)
}

/** Whether a section is one of Chat Completions, which is sent as it is. */
export function isKnownSection(value: unknown): value is MessageContentSection {
  return isRecord(value) && sectionTypes.has(value['type'])
}

/** Whether a value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of content: of sections, the text sections joined by `separator`. Stored messages may hold null for none. */
export function textOf(content: MessageContent | null | undefined, separator = '\n'): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((section) => (section?.type === 'text' ? [section.text] : [])).join(separator)
}

interface McpResult extends Record<string, unknown> {
  content: unknown[]
}

/** `{ content: [...], isError?, structuredContent? }`, and not a row of data that has a `content` by chance. */
function isMcpResult(value: unknown): value is McpResult {
  if (!isRecord(value) || !Array.isArray(value['content'])) return false
  const isMarked = typeof value['isError'] === 'boolean' || 'structuredContent' in value
  return (isMarked || value['content'].length > 0) && value['content'].every(isSection)
}

function mcpContent({ content, structuredContent }: McpResult): MessageContent {
  if (content.length > 0) return content.map(toSection)
  return structuredContent === undefined ? '' : toJson(structuredContent)
}

/** An array of rows or numbers is data for the model to read, not content: a provider would refuse it. */
function isSections(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(isSection)
}

function isSection(value: unknown): boolean {
  return isKnownSection(value) || foreignSection(value) !== undefined
}

function toSection(value: unknown): MessageContentSection {
  if (isKnownSection(value)) return value
  return foreignSection(value) ?? { type: 'text', text: toJson(value) }
}
