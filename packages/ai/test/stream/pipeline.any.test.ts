import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import type { FrameSink } from '#src/http/frames.ts'
import type { Delta } from '#src/message/delta.ts'
import { AssistantMessageEventStream } from '#src/message/event-stream.ts'
import type { AssistantMessageEvent } from '#src/message/events.ts'
import type { Normalizer } from '#src/message/normalizer.ts'
import { ResponsePipeline } from '#src/stream/pipeline.ts'

import { modelAt } from '../support/model-at.ts'

interface Chunk {
  deltas?: unknown[]
}

/** A wire whose chunks hold the deltas themselves, right or wrong. */
const bare: Normalizer<Chunk, boolean> = {
  initial: false,
  reduce: (_, { deltas = [] }) => [true, deltas as Delta[]],
  end: (state) => [state, [{ type: 'done', reason: 'stop' }]],
}

function decodeBare(sink: FrameSink<Chunk>) {
  return {
    feed: (bytes: Uint8Array) => sink.chunk(JSON.parse(new TextDecoder().decode(bytes)) as Chunk),
    end: () => {},
  }
}

function pipelineOf(normalizer: Normalizer<Chunk, boolean> = bare) {
  const stream = new AssistantMessageEventStream()
  const events: AssistantMessageEvent[] = []
  const push = stream.push.bind(stream)
  stream.push = (event) => {
    events.push(event)
    push(event)
  }
  const model = modelAt('', { api: 'bare', provider: 'bare' })
  const pipeline = new ResponsePipeline(model, stream, { decode: decodeBare, normalizer })
  const feed = (...deltas: unknown[]) => pipeline.feed(new TextEncoder().encode(JSON.stringify({ deltas })))
  return { pipeline, stream, events, feed }
}

const open = [{ type: 'start' }, { type: 'toolcall_start', contentIndex: 0, id: 'c', name: 'read' }]

describe('whatever a normalizer gives, the message ends once (A2)', () => {
  it.each([null, ['a'], 7, { a: 1 }, true])('argument fragments that are %j, then a failure', async (delta) => {
    const { pipeline, stream, events, feed } = pipelineOf()
    feed(...open, { type: 'toolcall_delta', contentIndex: 0, delta })
    pipeline.fail(new AIError('stream_dropped', 'gone'))
    pipeline.end()
    expect(events.filter(({ type }) => type === 'done' || type === 'error')).toHaveLength(1)
    expect((await stream.result()).stopReason).toBe('error')
  })

  it('deltas for blocks that are not open are a malformed response', async () => {
    const { stream, feed } = pipelineOf()
    feed({ type: 'start' }, { type: 'text_delta', contentIndex: 3, delta: 'lost' })
    expect(await stream.result()).toMatchObject({ errorCode: 'malformed_response', stopReason: 'error' })
  })

  it('any sequence of deltas', async () => {
    const anyDelta = fc.record({
      type: fc.constantFrom('start', 'text_start', 'text_delta', 'text_end', 'thinking_signature', 'toolcall_start'),
      contentIndex: fc.oneof(fc.nat(2), fc.jsonValue()),
      delta: fc.jsonValue(),
      id: fc.jsonValue(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyDelta), fc.boolean(), async (deltas, fails) => {
        const { pipeline, stream, events, feed } = pipelineOf()
        for (const delta of deltas) feed(delta)
        if (fails) pipeline.end(new Error('reset'))
        else pipeline.end()
        await stream.result()
        const terminal = events.filter(({ type }) => type === 'done' || type === 'error')
        expect(terminal).toEqual([events.at(-1)])
        expect(events.slice(1).some(({ type }) => type === 'start')).toBe(false)
      }),
    )
  })
})

describe('parts that throw are a malformed response', () => {
  it.each(['reduce', 'end'] as const)('%s of the normalizer', async (part) => {
    const throws = (): never => {
      throw new TypeError('out of order')
    }
    const { pipeline, stream, feed } = pipelineOf({ ...bare, [part]: throws })
    feed({ type: 'start' })
    pipeline.end()
    expect(await stream.result()).toMatchObject({
      errorCode: 'malformed_response',
      errorMessage: expect.stringContaining('out of order'),
    })
  })

  it('the decoder', async () => {
    const { pipeline, stream } = pipelineOf()
    pipeline.feed(new TextEncoder().encode('not JSON'))
    expect(await stream.result()).toMatchObject({ errorCode: 'malformed_response' })
    expect(pipeline.hasFailed).toBe(true)
  })
})

it('what comes after the end is ignored', async () => {
  const { pipeline, events, feed } = pipelineOf()
  feed({ type: 'start' })
  pipeline.end()
  feed({ type: 'text_start', contentIndex: 0 })
  pipeline.fail(new AIError('unexpected', 'late'))
  expect(events.map(({ type }) => type)).toEqual(['start', 'done'])
  expect([pipeline.isDone, pipeline.hasFailed]).toEqual([true, false])
})
