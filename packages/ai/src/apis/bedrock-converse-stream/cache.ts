import { type Profiled, profileOf } from '../../models/profile.ts'
import { cacheMarkPlaces, type MarkPlace } from '../../options/cache-marks.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { BedrockOptions } from './options.ts'
import type { BedrockCachePoint, BedrockMessage } from './wire.ts'

/** The mark to set for a model, if any. `forceCache` sets it for models whose name does not tell that they cache. */
export function cachePointOf(
  model: Profiled,
  options: Pick<BedrockOptions, 'cacheRetention' | 'forceCache'>,
): BedrockCachePoint | undefined {
  const chosen = cacheRetentionOf(options.cacheRetention)
  const isCached = profileOf(model).cacheMarks || options.forceCache === true
  if (!isCached || chosen === 'none') return undefined
  return { cachePoint: { type: 'default', ...(chosen === 'long' && { ttl: '1h' }) } }
}

/** The messages with the mark behind the last block of the user, and between where the last turn was wide. */
export function withCachePoints(messages: BedrockMessage[], point: BedrockCachePoint | undefined): BedrockMessage[] {
  if (!point) return messages
  // From the end, so that a point does not shift the places before it.
  const places = cacheMarkPlaces(messages, canCarryPoint)
  return places.reduceRight((marked, place) => withPoint(marked, place, point), messages)
}

/** No point may follow reasoning. */
function canCarryPoint(block: BedrockMessage['content'][number]): boolean {
  return !('reasoningContent' in block)
}

function withPoint(messages: BedrockMessage[], place: MarkPlace, point: BedrockCachePoint): BedrockMessage[] {
  const message = messages[place.message]
  if (!message) return messages
  const content = message.content.toSpliced(place.block + 1, 0, point)
  return messages.with(place.message, { ...message, content })
}
