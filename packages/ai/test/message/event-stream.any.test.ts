import { describe, expect, it } from 'vitest'

import { AssistantMessageEventStream, EventStream, whenDrained } from '#src/message/event-stream.ts'
import type { AssistantMessage } from '#src/message/message.ts'
import { emptyUsage } from '#src/message/usage.ts'

const numbers = () =>
  new EventStream<number, string>(
    (event) => event < 0,
    (event) => `ended with ${event}`,
  )

async function collect<Event>(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}

const message = (text: string): AssistantMessage => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
  api: 'a',
  provider: 'p',
  model: 'm',
  usage: emptyUsage(),
  stopReason: 'stop',
  timestamp: 0,
})

describe('EventStream', () => {
  it('delivers what was queued before the reader came, the last event included, and then ends', async () => {
    const stream = numbers()
    for (const event of [1, 2, -1, 3]) stream.push(event)
    expect(await collect(stream)).toEqual([1, 2, -1])
    expect(await stream.result()).toBe('ended with -1')
  })

  it('delivers to a reader that waits', async () => {
    const stream = numbers()
    const events = collect(stream)
    await Promise.resolve()
    stream.push(1)
    stream.push(-1)
    expect(await events).toEqual([1, -1])
  })

  it('gives its result without being read', async () => {
    const stream = numbers()
    stream.push(-2)
    expect(await stream.result()).toBe('ended with -2')
    expect(await collect(stream)).toEqual([-2])
  })

  it('shares its events between two readers', async () => {
    const stream = numbers()
    const both = [collect(stream), collect(stream)]
    for (const event of [1, 2, 3, -1]) stream.push(event)
    expect((await Promise.all(both)).flat().toSorted((a, b) => a - b)).toEqual([-1, 1, 2, 3])
  })

  it('rejects its result when it is ended without one', async () => {
    const stream = numbers()
    stream.end()
    await expect(stream.result()).rejects.toMatchObject({ code: 'stream_dropped' })
    expect(await collect(stream)).toEqual([])
  })

  it('ends with the result it is given', async () => {
    const stream = numbers()
    stream.end('enough')
    expect(await stream.result()).toBe('enough')
  })

  it('makes a producer wait for a reader that is far behind, until it has caught up or left', async () => {
    const stream = numbers()
    const push = (count: number) => Array.from({ length: count }, () => stream.push(1))
    push(1000)
    expect(whenDrained(stream), 'nobody reads').toBeUndefined()
    const reader = stream[Symbol.asyncIterator]()
    const drained = whenDrained(stream)
    expect(drained).toBeInstanceOf(Promise)
    for (let count = 0; count < 1000; count++) await reader.next()
    await drained
    push(10)
    expect(whenDrained(stream), 'not far behind').toBeUndefined()
    push(1000)
    const again = whenDrained(stream)
    await reader.return?.()
    await again
    expect(whenDrained(stream)).toBeUndefined()
  })
})

it('a producer waits for nobody once the result is asked for', async () => {
  const stream = numbers()
  for (let count = 0; count < 1000; count++) stream.push(1)
  const reader = stream[Symbol.asyncIterator]()
  await reader.next()
  const drained = whenDrained(stream)
  const result = stream.result()
  await drained
  expect(whenDrained(stream)).toBeUndefined()
  stream.push(-1)
  expect(await result).toBe('ended with -1')
})

describe('AssistantMessageEventStream', () => {
  it('ends as a drop with what had come, when it is ended without its last event', async () => {
    const stream = new AssistantMessageEventStream()
    stream.push({ type: 'start', partial: message('half') })
    stream.end()
    expect(await stream.result()).toMatchObject({
      content: [{ type: 'text', text: 'half' }],
      stopReason: 'error',
      errorCode: 'stream_dropped',
      retryable: true,
    })
  })

  it('gives the message of its last event', async () => {
    const stream = new AssistantMessageEventStream()
    stream.push({ type: 'done', reason: 'stop', message: message('whole') })
    expect(await stream.result()).toEqual(message('whole'))
  })
})
