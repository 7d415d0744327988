import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { StreamOptions } from '../../options/options.ts'
import type { ResolvedCompat } from './compat.ts'
import type { OpenAIChatMessage, OpenAIChatPart, OpenAIChatTextPart } from './wire.ts'

/** Marks the end of the conversation so far for Anthropic's prompt cache, which some gateways pass on. */
export function withCacheMark(
  messages: OpenAIChatMessage[],
  { supportsCacheControl }: ResolvedCompat,
  options: StreamOptions,
): OpenAIChatMessage[] {
  if (!supportsCacheControl || cacheRetentionOf(options.cacheRetention) === 'none') return messages
  const at = messages.findLastIndex((message) => isMarkable(message))
  return messages.map((message, place) => (place === at ? marked(message) : message))
}

/** Turns of the assistant are one text, or none; those of the user may be parts. */
function isMarkable({ role, content }: OpenAIChatMessage): boolean {
  if (role !== 'user' && role !== 'assistant') return false
  return typeof content === 'string' || (content ?? []).some(({ type }) => type === 'text')
}

function marked(message: OpenAIChatMessage): OpenAIChatMessage {
  if (message.role !== 'user' && message.role !== 'assistant') return message
  if (typeof message.content === 'string')
    return { ...message, content: [withMark({ type: 'text', text: message.content })] }
  return message.role === 'user' ? { ...message, content: withLastTextMarked(message.content) } : message
}

function withLastTextMarked(parts: OpenAIChatPart[]): OpenAIChatPart[] {
  const at = parts.findLastIndex(({ type }) => type === 'text')
  return parts.map((part, place) => (place === at && part.type === 'text' ? withMark(part) : part))
}

function withMark(part: OpenAIChatTextPart): OpenAIChatTextPart {
  return { ...part, cache_control: { type: 'ephemeral' } }
}
