import { cacheRetentionOf } from '../../options/cache-retention.ts'
import { cachesPrompts } from './claude.ts'
import type { BedrockOptions } from './options.ts'
import type { BedrockCachePoint, BedrockMessage } from './wire.ts'

/** The mark to set for a model, if any. `forceCache` sets it for models whose name does not tell that they cache. */
export function cachePointOf(
  modelId: string,
  options: Pick<BedrockOptions, 'cacheRetention' | 'forceCache'>,
): BedrockCachePoint | undefined {
  const chosen = cacheRetentionOf(options.cacheRetention)
  const isCached = cachesPrompts(modelId) || options.forceCache === true
  if (!isCached || chosen === 'none') return undefined
  return { cachePoint: { type: 'default', ...(chosen === 'long' && { ttl: '1h' }) } }
}

/** The messages with the mark at the end of the last one of the user. */
export function markLastUser(messages: BedrockMessage[], point: BedrockCachePoint | undefined): BedrockMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const last = messages[at]
  return point && last ? messages.with(at, { ...last, content: [...last.content, point] }) : messages
}
