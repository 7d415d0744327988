import type { MessageContentSection } from '../types/message.ts'

type Fields = Readonly<Record<string, unknown>>
type Convert = (fields: Fields) => MessageContentSection | undefined

const text = (value: unknown): MessageContentSection | undefined =>
  typeof value === 'string' ? { type: 'text', text: value } : undefined

/** Content blocks of MCP (https://modelcontextprotocol.io/specification, "Tool result") and of the Responses API. */
const converters: ReadonlyMap<unknown, Convert> = new Map<unknown, Convert>([
  ['image', image],
  ['audio', audio],
  ['resource', ({ resource }) => embedded(Object(resource) as Fields)],
  ['resource_link', link],
  ['input_text', (fields) => text(fields['text'])],
  ['output_text', (fields) => text(fields['text'])],
])

/** A block of another protocol in the form of Chat Completions; undefined for one that is not known. */
export function foreignSection(value: unknown): MessageContentSection | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Fields
  return converters.get(fields['type'])?.(fields)
}

function image({ data, mimeType }: Fields): MessageContentSection | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } }
}

function audio({ data, mimeType }: Fields): MessageContentSection | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string') return undefined
  const format = mimeType.replace(/^audio\/(?:x-)?/, '').replace('mpeg', 'mp3')
  return { type: 'input_audio', input_audio: { data, format } }
}

function embedded({ uri, mimeType, text: content, blob }: Fields): MessageContentSection | undefined {
  if (typeof content === 'string') return text(content)
  if (typeof blob !== 'string') return undefined
  if (typeof mimeType === 'string' && mimeType.startsWith('image/')) return image({ data: blob, mimeType })
  return text(`[${wordOf(uri, 'resource')}: ${wordOf(mimeType, 'binary data')}]`)
}

function wordOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

function link({ uri, name, description }: Fields): MessageContentSection | undefined {
  if (typeof uri !== 'string') return undefined
  const title = [name, description].filter((part) => typeof part === 'string' && part !== '').join(': ')
  return text(title === '' ? uri : `${title} (${uri})`)
}
