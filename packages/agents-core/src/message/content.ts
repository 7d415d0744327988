import type { MessageContent, MessageContentSection } from '../types/message.ts'

const sectionTypes: ReadonlySet<unknown> = new Set(['text', 'image_url', 'file', 'input_audio'])

/** Whatever a tool returned, as content: text and sections stay, nothing is `""`, everything else becomes JSON. */
export function toContent(value: unknown): MessageContent {
  if (typeof value === 'string') return value
  if (isSections(value)) return value
  return JSON.stringify(value) ?? ''
}

/** An array of rows or numbers is data for the model to read, not content: a provider would refuse it. */
function isSections(value: unknown): value is MessageContentSection[] {
  return Array.isArray(value) && value.length > 0 && value.every(isSection)
}

function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && sectionTypes.has((value as { type?: unknown }).type)
}

/** The text of content: of sections, the text sections joined by `separator`. Stored messages may hold null for none. */
export function textOf(content: MessageContent | null | undefined, separator = '\n'): string {
  if (typeof content === 'string') return content
  return (content ?? []).flatMap((section) => (section.type === 'text' ? [section.text] : [])).join(separator)
}
