import type { Model } from '../../message/model.ts'
import { cacheMarkPlaces, type MarkPlace } from '../../options/cache-marks.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { CacheRetention } from '../../options/options.ts'
import { anthropicHostOf } from './host.ts'
import type { AnthropicCacheControl, AnthropicContent, AnthropicMessage, AnthropicThinkingBlock } from './wire.ts'

/** The mark that ends a part of the prompt which is to be cached; undefined for none. Only Anthropic keeps one for an hour. */
export function cacheControlOf(model: Model, option: CacheRetention | undefined): AnthropicCacheControl | undefined {
  const retention = cacheRetentionOf(option)
  if (retention === 'none') return undefined
  const isLong = retention === 'long' && anthropicHostOf(model) === 'first-party'
  return isLong ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
}

/**
 * Marks the last block of the last user message, so that the conversation so far is cached, and an earlier user message
 * where a long turn lies between: Anthropic looks back only 20 blocks from a mark for what it has cached.
 */
export function withCacheMarks(
  messages: AnthropicMessage[],
  mark: AnthropicCacheControl | undefined,
): AnthropicMessage[] {
  if (!mark) return messages
  return cacheMarkPlaces(messages, canCarryMark).reduce((marked, place) => withMark(marked, place, mark), messages)
}

/** Thinking takes no mark. */
function canCarryMark(block: AnthropicContent): block is Exclude<AnthropicContent, AnthropicThinkingBlock> {
  return block.type !== 'thinking' && block.type !== 'redacted_thinking'
}

function withMark(messages: AnthropicMessage[], place: MarkPlace, mark: AnthropicCacheControl): AnthropicMessage[] {
  const message = messages[place.message]
  if (!message) return messages
  const { role, content } = message
  const blocks: AnthropicContent[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const block = blocks[place.block]
  if (!block || !canCarryMark(block)) return messages
  return messages.with(place.message, { role, content: blocks.with(place.block, { ...block, cache_control: mark }) })
}
