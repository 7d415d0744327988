import type { Delta } from '../../message/delta.ts'
import { reportedCost, type TokenCounts } from '../../message/usage.ts'
import { asCount, asList, asRecord, isObject } from '../../values/json.ts'
import type { AnthropicCounts, AnthropicUsage } from './wire.ts'

/** A usage object, with what is charged beside the tokens; nothing where there is none. */
export function anthropicUsageDeltas(usage: AnthropicUsage | null | undefined): Delta[] {
  if (!isObject(usage)) return []
  const cost = reportedCost(usage)
  const fees = searchFees(usage)
  const rate = usage.inference_geo === 'us' ? usRate : undefined
  const charges = { ...(rate && { rate }), ...(fees > 0 && { fees }), ...(cost && { cost }) }
  return [{ type: 'usage', usage: countsOf(usage), ...charges }]
}

/** Factor on the price of inference in the US only. Source: https://docs.claude.com/en/docs/about-claude/pricing */
const usRate = 1.1

/** Dollars for a web search. Source: https://docs.claude.com/en/docs/about-claude/pricing */
const searchPrice = 0.01

function searchFees({ server_tool_use: used }: AnthropicUsage): number {
  return asCount(asRecord(used).web_search_requests) * searchPrice
}

/** Of a response for which the server compacted the context, the totals leave that out: the passes add up. */
function countsOf(usage: AnthropicUsage): Partial<TokenCounts> {
  const passes = asList(usage.iterations).filter((pass) => isObject(pass) && pass.type !== 'advisor_message')
  const last = passes.at(-1)
  if (!last || passes.length === 1) return positiveCounts(usage)
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = positiveCounts(last)
  return { ...passes.map(positiveCounts).reduce(addCounts), contextTokens: input + cacheRead + cacheWrite }
}

/** Relays leave counts out, or send zeros at the end; what was reported before then stands. */
function positiveCounts(usage: AnthropicCounts): Partial<TokenCounts> {
  const counts = {
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: usage.cache_creation_input_tokens,
    cacheWrite1h: asRecord(usage.cache_creation).ephemeral_1h_input_tokens,
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => asCount(count) > 0))
}

function addCounts(a: Partial<TokenCounts>, b: Partial<TokenCounts>): Partial<TokenCounts> {
  const names = Object.keys({ ...a, ...b }) as (keyof TokenCounts)[]
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}
