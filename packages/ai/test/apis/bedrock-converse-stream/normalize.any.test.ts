import { describe, expect, it } from 'vitest'

import { bedrock } from '#src/apis/bedrock-converse-stream/normalize.ts'
import type { BedrockBlockDelta, BedrockChunk } from '#src/apis/bedrock-converse-stream/wire.ts'
import type { Delta } from '#src/message/delta.ts'

function deltasOf(chunks: readonly BedrockChunk[]): Delta[] {
  let state = bedrock.initial
  const out: Delta[] = []
  for (const chunk of chunks) {
    const [next, deltas] = bedrock.reduce(state, chunk)
    state = next
    out.push(...deltas)
  }
  return [...out, ...bedrock.end(state)[1]]
}

const delta = (contentBlockIndex: number, piece: BedrockBlockDelta): BedrockChunk => ({
  contentBlockDelta: { contentBlockIndex, delta: piece },
})
const stop = (contentBlockIndex: number): BedrockChunk => ({ contentBlockStop: { contentBlockIndex } })
const begin: BedrockChunk = { messageStart: { role: 'assistant' } }
const finish = (stopReason: string): BedrockChunk => ({ messageStop: { stopReason } })
const call = (contentBlockIndex: number, toolUseId: string, name: string): BedrockChunk => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } },
})

describe('bedrock', () => {
  it('opens text when its first piece comes, as nothing announces it', () => {
    expect(deltasOf([begin, delta(0, { text: 'Hel' }), delta(0, { text: 'lo' }), stop(0), finish('end_turn')])).toEqual(
      [
        { type: 'start' },
        { type: 'text_start', contentIndex: 0 },
        { type: 'text_delta', contentIndex: 0, delta: 'Hel' },
        { type: 'text_delta', contentIndex: 0, delta: 'lo' },
        { type: 'text_end', contentIndex: 0 },
        { type: 'done', reason: 'stop', rawStopReason: 'end_turn' },
      ],
    )
  })

  it('puts a signature that comes in pieces together, and signs thinking without text', () => {
    const chunks = [
      begin,
      delta(0, { reasoningContent: { signature: 'ab' } }),
      delta(0, { reasoningContent: { signature: 'cd' } }),
      stop(0),
      finish('end_turn'),
    ]
    expect(deltasOf(chunks).slice(1, -1)).toEqual([
      { type: 'thinking_start', contentIndex: 0 },
      { type: 'thinking_signature', contentIndex: 0, signature: 'ab' },
      { type: 'thinking_signature', contentIndex: 0, signature: 'abcd' },
      { type: 'thinking_end', contentIndex: 0 },
    ])
  })

  it('keeps withheld thinking in the signature of a redacted block', () => {
    const chunks = [begin, delta(0, { reasoningContent: { redactedContent: 'c2VjcmV0' } }), stop(0), finish('end_turn')]
    expect(deltasOf(chunks).slice(1, -1)).toEqual([
      { type: 'thinking_start', contentIndex: 0, redacted: true },
      { type: 'thinking_signature', contentIndex: 0, signature: 'c2VjcmV0' },
      { type: 'thinking_end', contentIndex: 0 },
    ])
  })

  it('keeps calls apart whose pieces interleave', () => {
    const chunks = [
      begin,
      call(0, 'a', 'weather'),
      call(1, 'b', 'time'),
      delta(0, { toolUse: { input: '{"city":' } }),
      delta(1, { toolUse: { input: '{}' } }),
      delta(0, { toolUse: { input: '"Oslo"}' } }),
      stop(1),
      stop(0),
      finish('tool_use'),
    ]
    expect(deltasOf(chunks)).toEqual([
      { type: 'start' },
      { type: 'toolcall_start', contentIndex: 0, id: 'a', name: 'weather' },
      { type: 'toolcall_start', contentIndex: 1, id: 'b', name: 'time' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '{"city":' },
      { type: 'toolcall_delta', contentIndex: 1, delta: '{}' },
      { type: 'toolcall_delta', contentIndex: 0, delta: '"Oslo"}' },
      { type: 'toolcall_end', contentIndex: 1 },
      { type: 'toolcall_end', contentIndex: 0 },
      { type: 'done', reason: 'toolUse', rawStopReason: 'tool_use' },
    ])
  })

  it('leaves out a tool that the provider ran itself, with its result and the citations', () => {
    const chunks: BedrockChunk[] = [
      begin,
      {
        contentBlockStart: {
          contentBlockIndex: 0,
          start: { toolUse: { toolUseId: 's', name: 'search', type: 'server_tool_use' } },
        },
      },
      delta(0, { toolUse: { input: '{"query":"x"}' } }),
      stop(0),
      { contentBlockStart: { contentBlockIndex: 1, start: {} } },
      stop(1),
      delta(2, { text: 'Found.' }),
      stop(2),
      delta(3, {}),
      stop(3),
      finish('tool_use'),
    ]
    expect(deltasOf(chunks).slice(1)).toEqual([
      { type: 'text_start', contentIndex: 0 },
      { type: 'text_delta', contentIndex: 0, delta: 'Found.' },
      { type: 'text_end', contentIndex: 0 },
      { type: 'done', reason: 'stop', rawStopReason: 'tool_use' },
    ])
  })

  it('ends a block when another kind comes under its number', () => {
    const chunks = [
      begin,
      delta(0, { reasoningContent: { text: 'Hm' } }),
      delta(0, { text: 'Yes' }),
      finish('end_turn'),
    ]
    expect(deltasOf(chunks).map(({ type }) => type)).toEqual([
      'start',
      'thinking_start',
      'thinking_delta',
      'thinking_end',
      'text_start',
      'text_delta',
      'text_end',
      'done',
    ])
  })

  it('reports usage that comes after the stop, and is complete then', () => {
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 100, cacheWriteInputTokens: 30 }
    const metadata: BedrockChunk = {
      metadata: {
        usage: {
          ...usage,
          cacheDetails: [
            { ttl: '1h', inputTokens: 20 },
            { ttl: '5m', inputTokens: 10 },
          ],
        },
      },
    }
    const stopped = bedrock.reduce(bedrock.initial, finish('end_turn'))[0]
    const [metered, deltas] = bedrock.reduce(stopped, metadata)
    expect(deltas).toEqual([
      { type: 'usage', usage: { input: 10, output: 5, cacheRead: 100, cacheWrite: 30, cacheWrite1h: 20 } },
    ])
    expect([stopped, metered].map((state) => bedrock.isComplete?.(state))).toEqual([false, true])
  })

  it.each([
    ['end_turn', { type: 'done', reason: 'stop' }],
    ['stop_sequence', { type: 'done', reason: 'stop' }],
    ['something_new', { type: 'done', reason: 'stop' }],
    ['max_tokens', { type: 'done', reason: 'length' }],
    [
      'model_context_window_exceeded',
      { type: 'done', reason: 'length', errorMessage: 'model_context_window_exceeded' },
    ],
    [
      'guardrail_intervened',
      { type: 'error', code: 'refusal', retryable: false, refusal: { category: 'guardrail_intervened' } },
    ],
    ['refusal', { type: 'error', code: 'refusal', retryable: false }],
    [
      'content_filtered',
      { type: 'error', code: 'content_filter', retryable: false, refusal: { category: 'content_filtered' } },
    ],
    ['malformed_tool_use', { type: 'error', code: 'malformed_response', retryable: true }],
  ])('%s ends as it should', (stopReason, expected) => {
    expect(deltasOf([begin, finish(stopReason)]).at(-1)).toMatchObject({ ...expected, rawStopReason: stopReason })
  })

  it('leaves a call in a message cut by length as length', () => {
    const chunks = [begin, call(0, 'a', 'weather'), delta(0, { toolUse: { input: '{"ci' } }), finish('max_tokens')]
    expect(deltasOf(chunks).slice(-2)).toEqual([
      { type: 'toolcall_end', contentIndex: 0 },
      { type: 'done', reason: 'length', rawStopReason: 'max_tokens' },
    ])
  })

  it('is dropped without a messageStop, whatever else came', () => {
    const chunks: BedrockChunk[] = [begin, delta(0, { text: 'Hel' }), { metadata: { usage: { inputTokens: 1 } } }]
    expect(deltasOf(chunks).at(-1)).toMatchObject({
      type: 'error',
      code: 'stream_dropped',
      retryable: true,
      message: 'Stream ended without messageStop — connection likely dropped',
    })
  })

  it('gives the state back as it was while a block grows', () => {
    const [open] = bedrock.reduce(bedrock.initial, delta(0, { text: 'a' }))
    expect(bedrock.reduce(open, delta(0, { text: 'b' }))[0]).toBe(open)
  })

  it('survives events and pieces it does not know', () => {
    const unknown = { somethingNew: { a: 1 } } as BedrockChunk
    expect(
      deltasOf([begin, unknown, { contentBlockDelta: {} }, { contentBlockStart: {} }, finish('end_turn')]),
    ).toEqual([{ type: 'start' }, { type: 'done', reason: 'stop', rawStopReason: 'end_turn' }])
  })
})
