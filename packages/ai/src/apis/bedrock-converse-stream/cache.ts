import { readEnv } from '../../auth/environment.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { StreamOptions } from '../../options/options.ts'
import { cachesPrompts } from './claude.ts'
import type { BedrockCachePoint, BedrockMessage } from './wire.ts'

/**
 * The mark to set for a model, if any. `$AWS_BEDROCK_FORCE_CACHE=1` sets it for models whose name does not tell that
 * they cache.
 */
export function cachePointOf(
  modelId: string,
  options: Pick<StreamOptions, 'cacheRetention'>,
): BedrockCachePoint | undefined {
  const chosen = cacheRetentionOf(options.cacheRetention)
  const isCached = cachesPrompts(modelId) || readEnv('AWS_BEDROCK_FORCE_CACHE') === '1'
  if (!isCached || chosen === 'none') return undefined
  return { cachePoint: { type: 'default', ...(chosen === 'long' && { ttl: '1h' }) } }
}

/** The messages with the mark at the end of the last one of the user. */
export function markLastUser(messages: BedrockMessage[], point: BedrockCachePoint | undefined): BedrockMessage[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const last = messages[at]
  return point && last ? messages.with(at, { ...last, content: [...last.content, point] }) : messages
}
