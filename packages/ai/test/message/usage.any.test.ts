import { describe, expect, it } from 'vitest'

import { disjointCounts } from '#src/message/disjoint-counts.ts'
import { serviceTierRate } from '#src/message/service-tier.ts'
import { addUsage, emptyUsage, mergeCounts, reportedCost, toUsage } from '#src/message/usage.ts'

import { fold, wires } from '../support/wires.ts'

const wire = (api: string) => wires.find((one) => one.api === api) ?? wires[0]!
const nothing = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, total: 0 }
const counts = { input: 10, output: 5, cacheRead: 3, cacheWrite: 0 }

describe('counts (decision 53)', () => {
  it('of a last report of zeros erase nothing', () => {
    expect(mergeCounts(counts, { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })).toMatchObject(counts)
    expect(mergeCounts(counts, { input: 0, output: 7 })).toMatchObject({ ...counts, output: 7 })
  })

  it('of a bucket that moved to another are replaced', () => {
    const report = { input: 0, output: 5, cacheRead: 13, cacheWrite: 0 }
    expect(mergeCounts(counts, report)).toMatchObject(report)
  })

  it.each([
    ['inside', { prompt: 20, completion: 12, total: 32, reasoning: 5 }, { input: 20, output: 12, reasoning: 5 }],
    ['the remainder of the total', { prompt: 20, completion: 12, total: 432 }, { output: 412, reasoning: 400 }],
    ['beside', { prompt: 32, completion: 9, total: 135, cacheRead: 6, reasoning: 94 }, { input: 26, output: 103 }],
  ])('of reasoning %s', (_, reported, wanted) => {
    expect(disjointCounts({ ...nothing, ...reported })).toMatchObject(wanted)
  })

  it.each([
    ['all cached tokens', { prompt: 10, completion: 1, total: 26, cacheRead: 10, cacheWrite: 5 }, 10],
    ['only those written', { prompt: 10, completion: 1, total: 16, cacheRead: 4, cacheWrite: 5 }, 6],
  ])('of a prompt beside which stand %s', (_, reported, input) => {
    expect(disjointCounts({ ...nothing, ...reported })).toMatchObject({ input, output: 1 })
  })

  it('of the passes of a compacted response add up, and the last one fills the window', () => {
    const usage = {
      input_tokens: 23,
      output_tokens: 10,
      iterations: [
        { type: 'compaction', input_tokens: 180, output_tokens: 4 },
        { type: 'message', input_tokens: 20, output_tokens: 10, cache_read_input_tokens: 3 },
        { type: 'advisor_message', input_tokens: 1000, output_tokens: 1000 },
      ],
    }
    const { message } = fold(wire('anthropic-messages'), [
      { type: 'message_start', message: { usage: { input_tokens: 23 } } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    ])
    expect(message.usage).toMatchObject({ input: 200, output: 14, cacheRead: 3, contextTokens: 23 })
  })
})

describe('the price (decision 53)', () => {
  it.each([
    ['priority', 'flex', 2],
    ['flex', 'priority', 0.5],
    ['default', 'priority', undefined],
    ['auto', 'priority', 2],
    [null, 'flex', 0.5],
    [undefined, undefined, undefined],
  ])('is that of the tier which served, here %s, where %s was asked for', (served, asked, rate) => {
    expect(serviceTierRate(served, asked)).toBe(rate)
  })

  it('is what a router charged, with what the provider charges beside it', () => {
    expect(reportedCost({ cost: 0.0042 })).toMatchObject({ total: 0.0042, totalFromProvider: true })
    expect(reportedCost({ cost: 0 })?.total).toBe(0)
    expect(reportedCost({ cost: 0.1, is_byok: true, cost_details: { upstream_inference_cost: 2 } })?.total).toBe(2.1)
    expect(reportedCost({ cost: { total_cost: 0.006, request_cost: 0.005 } })?.total).toBe(0.006)
    for (const cost of [null, '1', -1, Number.NaN, {}, []]) expect(reportedCost({ cost })).toBeUndefined()
  })

  it('of Chat Completions follows the tier at OpenAI, and nowhere else', () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 }
    const chunks = [
      { service_tier: 'priority', choices: [{ delta: { content: 'x' }, finish_reason: 'stop' }] },
      { choices: [], usage },
    ]
    expect(fold(wire('openai-completions'), chunks).message.usage.cost.total).toBe(2)
    expect(fold(wire('mistral-conversations'), chunks).message.usage.cost.total).toBe(1)
  })

  it('holds web searches, and inference that stays in the US', () => {
    const usage = { input_tokens: 1_000_000, server_tool_use: { web_search_requests: 3 }, inference_geo: 'us' }
    const { cost } = fold(wire('anthropic-messages'), [{ type: 'message_start', message: { usage } }]).message.usage
    expect(cost.input).toBeCloseTo(1.1, 9)
    expect(cost.fees).toBeCloseTo(0.03, 9)
    expect(cost.total).toBeCloseTo(1.13, 9)
  })

  it('of Vertex AI follows the traffic type', () => {
    const usageMetadata = { promptTokenCount: 1_000_000, trafficType: 'ON_DEMAND_FLEX' }
    expect(fold(wire('google-vertex'), [{ usageMetadata }]).message.usage.cost.total).toBe(0.5)
  })

  it('adds up with its fees', () => {
    const one = toUsage({ ...counts, input: 1_000_000 }, { input: 1, output: 0, cacheRead: 0 }, { fees: 0.5 })
    expect(addUsage(addUsage(emptyUsage(), one), one).cost).toMatchObject({
      fees: 1,
      total: 3,
      totalFromProvider: true,
    })
  })
})
