import type { Delta } from '../../message/delta.ts'
import type { TokenCounts } from '../../message/usage.ts'
import { asCount, asList, isObject } from '../../values/json.ts'
import type { BedrockUsage } from './wire.ts'

/** Bedrock's counts, which do not overlap; nothing where there are none. */
export function bedrockUsageDeltas(usage: BedrockUsage | null | undefined): Delta[] {
  if (!isObject(usage)) return []
  const cacheWrite1h = writtenForAnHour(usage)
  const counts: TokenCounts = {
    input: asCount(usage.inputTokens),
    output: asCount(usage.outputTokens),
    cacheRead: asCount(usage.cacheReadInputTokens),
    cacheWrite: asCount(usage.cacheWriteInputTokens),
    ...(cacheWrite1h > 0 && { cacheWrite1h }),
  }
  return [{ type: 'usage', usage: counts }]
}

function writtenForAnHour({ cacheDetails }: BedrockUsage): number {
  const details = asList(cacheDetails).filter((detail) => isObject(detail) && detail.ttl === '1h')
  return details.reduce((sum, { inputTokens }) => sum + asCount(inputTokens), 0)
}
