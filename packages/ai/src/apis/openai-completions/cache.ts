import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { StreamOptions } from '../../options/options.ts'
import type { ResolvedCompat } from './compat.ts'
import type { OpenAIChatMessage, OpenAIChatPart, OpenAIChatTextPart } from './wire.ts'

/**
 * Marks the end of the conversation so far for Anthropic's prompt cache, which some routers pass on. The mark stands on
 * the last message that can carry one, results of tools included.
 */
export function withCacheMark(
  messages: OpenAIChatMessage[],
  { supportsCacheControl }: ResolvedCompat,
  options: StreamOptions,
): OpenAIChatMessage[] {
  if (!supportsCacheControl || cacheRetentionOf(options.cacheRetention) === 'none') return messages
  const at = messages.findLastIndex(isMarkable)
  const message = messages[at]
  return message && isMarkable(message) ? messages.with(at, marked(message)) : messages
}

type MarkableMessage = Exclude<OpenAIChatMessage, { role: 'system' | 'developer' }>

/** A message with text. The system prompt has no mark of its own: the one behind it covers it. */
function isMarkable(message: OpenAIChatMessage): message is MarkableMessage {
  const { role, content } = message
  if (role === 'system' || role === 'developer') return false
  return typeof content === 'string' ? content !== '' : (content ?? []).some(({ type }) => type === 'text')
}

function marked(message: MarkableMessage): OpenAIChatMessage {
  const { content } = message
  if (typeof content === 'string') {
    const parts = [withMark({ type: 'text', text: content })]
    return message.role === 'user' ? { ...message, content: parts } : { ...message, content: parts }
  }
  return message.role === 'user'
    ? { ...message, content: withLastTextMarked(message.content as OpenAIChatPart[]) }
    : message
}

function withLastTextMarked(parts: OpenAIChatPart[]): OpenAIChatPart[] {
  const at = parts.findLastIndex(({ type }) => type === 'text')
  const part = parts[at]
  return part?.type === 'text' ? parts.with(at, withMark(part)) : parts
}

function withMark(part: OpenAIChatTextPart): OpenAIChatTextPart {
  return { ...part, cache_control: { type: 'ephemeral' } }
}
