import type { ImageContent, TextContent } from '@dreb/ai'

type Known = TextContent | ImageContent

/** Content of messages and tool results as a model can read it, and what of it could not be kept. */
export interface KnownContent {
  content: Known[]
  /** Kinds of blocks that were turned into text or left out, e.g. `resource_link`. */
  unknown: string[]
}

/** Whether all blocks are text or images. */
export function isKnownContent(blocks: readonly unknown[]): boolean {
  return blocks.every(isKnown)
}

/**
 * Content that came from elsewhere, e.g. from an MCP server or an old store. What is neither text nor an image is kept
 * as text where it has one: resources, links, numbers. Blocks are copies.
 */
export function knownContent(blocks: readonly unknown[]): KnownContent {
  const content: Known[] = []
  const unknown: string[] = []
  for (const block of blocks) {
    const readable = isKnown(block) ? { ...block } : (unknown.push(kindOf(block)), readableFormOf(block))
    if (readable) content.push(readable)
  }
  return { content, unknown }
}

function isKnown(block: unknown): block is Known {
  if (!isRecord(block)) return false
  if (block['type'] === 'text') return typeof block['text'] === 'string'
  return block['type'] === 'image' && typeof block['data'] === 'string'
}

function readableFormOf(block: unknown): Known | undefined {
  if (typeof block === 'string' || typeof block === 'number') return text(String(block))
  if (!isRecord(block)) return undefined
  const { resource } = block
  if (isRecord(resource)) return imageOf(resource) ?? text(textIn(resource))
  return text(textIn(block))
}

/** An embedded MCP resource that is an image. */
function imageOf({ blob, mimeType }: Record<string, unknown>): ImageContent | undefined {
  if (typeof blob !== 'string' || typeof mimeType !== 'string' || !mimeType.startsWith('image/')) return undefined
  return { type: 'image', data: blob, mimeType }
}

function textIn({ text: own, name, uri }: Record<string, unknown>): string | undefined {
  if (typeof own === 'string' || typeof own === 'number') return String(own)
  const parts = [name, uri].filter((part) => typeof part === 'string')
  return parts.length > 0 ? parts.join(': ') : undefined
}

function text(content: string | undefined): TextContent | undefined {
  return content === undefined ? undefined : { type: 'text', text: content }
}

function kindOf(block: unknown): string {
  const type = isRecord(block) ? block['type'] : undefined
  return typeof type === 'string' ? type : block === null ? 'null' : typeof block
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
