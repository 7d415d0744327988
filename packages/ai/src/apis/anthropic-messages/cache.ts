import type { Model } from '../../message/model.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { CacheRetention } from '../../options/options.ts'
import { anthropicHostOf } from './host.ts'
import type { AnthropicCacheControl, AnthropicContent, AnthropicMessage } from './wire.ts'

/** The mark that ends a part of the prompt which is to be cached; undefined for none. Only Anthropic keeps one for an hour. */
export function cacheControlOf(model: Model, option: CacheRetention | undefined): AnthropicCacheControl | undefined {
  const retention = cacheRetentionOf(option)
  if (retention === 'none') return undefined
  const isLong = retention === 'long' && anthropicHostOf(model) === 'first-party'
  return isLong ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
}

/** Marks the last block of the last user message, so that the conversation so far is cached. */
export function withCacheMark(
  messages: AnthropicMessage[],
  mark: AnthropicCacheControl | undefined,
): AnthropicMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[at]
  if (!mark || !message) return messages
  const content: AnthropicContent[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  const marked = content.map((block, place) =>
    place === content.length - 1 ? { ...block, cache_control: mark } : block,
  )
  return messages.with(at, { role: 'user', content: marked })
}
