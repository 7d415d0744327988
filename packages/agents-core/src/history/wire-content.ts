import { isKnownSection, isRecord } from '../message/content.ts'
import { foreignSection } from '../message/foreign-section.ts'
import { toJson } from '../message/to-error.ts'
import type { MessageContent, MessageContentSection, MessageLike } from '../types/message.ts'
import { wellFormed } from './well-formed.ts'

/** Called with a message whose content is not that of Chat Completions, and the type of what is unknown. */
export type OnUnknownContent = (message: MessageLike, type: string) => void

/**
 * The content of a message as it is sent. Blocks of MCP and of the Responses API, and values that are no text, are sent
 * as what they mean or as their text. Blocks with a type of their own are the provider's business: they pass.
 */
export function toWireContent(message: MessageLike, onUnknown: OnUnknownContent = () => {}): MessageContent {
  const content: unknown = message.content
  if (typeof content === 'string') return wellFormed(content)
  if (content === null) return content as never // legal where there are calls
  if (!Array.isArray(content)) {
    onUnknown(message, typeof content)
    return wellFormed(toJson(content))
  }
  const sections = content.flatMap((section: unknown) => toWireSection(section, (type) => onUnknown(message, type)))
  return sections.every((section, at) => section === content[at]) ? content : sections
}

function toWireSection(section: unknown, onUnknown: (type: string) => void): MessageContentSection[] {
  if (section === null || section === undefined) return []
  if (isKnownSection(section)) return [withoutIndex(section)]
  if (!isRecord(section)) {
    onUnknown(typeof section)
    return [{ type: 'text', text: wellFormed(typeof section === 'string' ? section : toJson(section)) }]
  }
  const { type, text } = section
  const converted = foreignSection(section)
  if (!converted && typeof type === 'string' && typeof text !== 'string') return [section as never]
  onUnknown(String(type))
  return [converted ?? { type: 'text', text: wellFormed(typeof text === 'string' ? text : toJson(section)) }]
}

function withoutIndex(section: MessageContentSection): MessageContentSection {
  const text = section.type === 'text' && typeof section.text === 'string' ? wellFormed(section.text) : undefined
  const isSame = text === undefined || (section.type === 'text' && text === section.text)
  if (isSame && !('index' in section)) return section
  const copy = { ...section, ...(text !== undefined && { text }) } as MessageContentSection
  delete copy.index
  return copy
}
