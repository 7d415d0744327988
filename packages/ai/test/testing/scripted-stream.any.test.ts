import { describe, expect, it } from 'vitest'

import type { AssistantMessageEvent } from '#src/message/events.ts'
import type { Context } from '#src/options/options.ts'
import { type ScriptedAnswer, scriptedModel, scriptedStream } from '#src/testing.ts'

const context: Context = { messages: [{ role: 'user', content: 'Hello', timestamp: 0 }] }

async function eventsOf(answer: ScriptedAnswer, signal?: AbortSignal): Promise<AssistantMessageEvent[]> {
  const events: AssistantMessageEvent[] = []
  for await (const event of scriptedStream(answer)(scriptedModel, context, signal ? { signal } : {})) events.push(event)
  return events
}

describe('scriptedStream', () => {
  it('says thinking, text and calls as a real model does', async () => {
    const events = await eventsOf({
      thinking: 'hm',
      text: 'Look:',
      toolCalls: [
        { name: 'get', arguments: { a: 1 } },
        { name: 'get', arguments: '{"a":2' },
      ],
      usage: { input: 3, output: 4 },
      pieceLength: 3,
    })
    expect(events.map(({ type }) => type)).toEqual([
      'start',
      'thinking_start',
      'thinking_delta',
      'thinking_end',
      'text_start',
      'text_delta',
      'text_delta',
      'text_end',
      'toolcall_start',
      'toolcall_delta',
      'toolcall_delta',
      'toolcall_delta',
      'toolcall_end',
      'toolcall_start',
      'toolcall_delta',
      'toolcall_delta',
      'toolcall_end',
      'done',
    ])
    expect(events.at(-1)).toMatchObject({
      reason: 'toolUse',
      message: {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Look:' },
          { type: 'toolCall', id: 'call_1', arguments: { a: 1 } },
          { type: 'toolCall', id: 'call_2', argumentsError: expect.stringContaining('{"a":2') },
        ],
        usage: { input: 3, output: 4, totalTokens: 7 },
      },
    })
  })

  it('answers in order, remembers what it was asked, and tells what is left over', async () => {
    const model = scriptedStream('one', ({ context: asked }) => `${asked.messages.length} messages`)
    expect(await model(scriptedModel, context).result()).toMatchObject({ content: [{ text: 'one' }] })
    expect(() => model.assertComplete()).toThrow('The script has 2 responses, 1 were requested')
    expect(await model(scriptedModel, context, { reasoning: 'high' }).result()).toMatchObject({
      content: [{ text: '1 messages' }],
    })
    model.assertComplete()
    expect(model.requests[1]).toMatchObject({ options: { reasoning: 'high' }, context })
  })

  it('fails when it is asked for more than was written down', async () => {
    const model = scriptedStream()
    expect(await model(scriptedModel, context).result()).toMatchObject({
      stopReason: 'error',
      errorMessage: 'The script has no response to request 1',
    })
    expect(() => model.assertComplete()).toThrow('The script has 0 responses, 1 were requested')
    model.append('never')
  })

  it('drops a stream, also in the middle', async () => {
    const events = await eventsOf({ text: 'abcdef', pieceLength: 2, fails: 'drop', failsAfter: 3 })
    expect(events.map(({ type }) => type)).toEqual(['start', 'text_start', 'text_delta', 'error'])
    expect(events.at(-1)).toMatchObject({
      code: 'stream_dropped',
      retryable: true,
      error: { content: [{ text: 'ab' }] },
    })
  })

  it('fails with any code', async () => {
    const [, last] = await eventsOf({ fails: { code: 'overloaded', message: 'busy', retryAfterMs: 5 } })
    expect(last).toMatchObject({ type: 'error', code: 'overloaded', retryable: true, retryAfterMs: 5 })
  })

  it('refuses', async () => {
    const last = (await eventsOf({ text: 'I', refusal: { category: 'bio', explanation: 'Not this.' } })).at(-1)
    expect(last).toMatchObject({
      type: 'error',
      code: 'refusal',
      retryable: false,
      error: { refusal: { category: 'bio' } },
    })
  })

  it('throws', () => {
    const broken = new Error('broken')
    expect(() => scriptedStream({ fails: { throws: broken } })(scriptedModel, context)).toThrow(broken)
  })

  it('hangs until it is aborted', async () => {
    const abort = new AbortController()
    const events = eventsOf({ text: 'half', fails: 'hang' }, abort.signal)
    setTimeout(() => abort.abort(), 5)
    expect((await events).at(-1)).toMatchObject({
      type: 'error',
      reason: 'aborted',
      error: { content: [{ text: 'half' }] },
    })
  })

  it('takes its time where it is told to', async () => {
    const abort = new AbortController()
    const events = eventsOf({ text: 'abcdef', pieceLength: 1, delayMs: 60_000 }, abort.signal)
    setTimeout(() => abort.abort(), 5)
    expect((await events).at(-1)).toMatchObject({ type: 'error', reason: 'aborted' })
  })
})
