import type { StreamOptions } from '../../message/options.ts'
import type { OpenAIChatMessage, OpenAIChatPart } from '../../wire/openai-chat-request.ts'
import { cacheRetentionOf } from '../cache-retention.ts'
import type { ResolvedCompat } from './compat.ts'

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

function isMarkable({ role, content }: OpenAIChatMessage): boolean {
  if (role !== 'user' && role !== 'assistant') return false
  return typeof content === 'string' || (content ?? []).some(({ type }) => type === 'text')
}

function marked(message: OpenAIChatMessage): OpenAIChatMessage {
  if (message.role !== 'user' && message.role !== 'assistant') return message
  const { content } = message
  const parts: OpenAIChatPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  const at = parts.findLastIndex(({ type }) => type === 'text')
  const mark = (part: OpenAIChatPart, place: number): OpenAIChatPart =>
    place === at && part.type === 'text' ? { ...part, cache_control: { type: 'ephemeral' } } : part
  return { ...message, content: parts.map(mark) }
}
