import { describe, expect, it } from 'vitest'

import type { OpenAIResponsesEvent, OpenAIResponsesItem } from '#src/apis/openai-responses/wire.ts'

import {
  fold,
  unknownEvent,
  created,
  added,
  done,
  text,
  summary,
  json,
  completed,
  message,
  call,
} from '../../support/responses-events.ts'

describe('reasoning', () => {
  it('has a blank line between the parts of its summary, and none behind the last', () => {
    const { content } = fold(
      created,
      added(0, { type: 'reasoning', id: 'rs_1' }),
      summary(0, 0, 'one'),
      summary(0, 1, 'tw'),
      summary(0, 1, 'o'),
      completed(),
    )
    expect(content).toEqual([{ type: 'thinking', thinking: 'one\n\ntwo' }])
  })

  it('of open models comes as it is, and once', () => {
    const delta: OpenAIResponsesEvent = {
      type: 'response.reasoning_text.delta',
      output_index: 0,
      content_index: 0,
      delta: 'raw',
    }
    const finished: OpenAIResponsesItem = {
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'short' }],
      content: [{ type: 'reasoning_text', text: 'raw' }],
    }
    const { content } = fold(created, added(0, { type: 'reasoning' }), delta, done(0, finished), completed())
    expect(content).toMatchObject([{ type: 'thinking', thinking: 'raw' }])
  })

  it('that is encrypted is kept without any text', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
    const { content } = fold(created, added(0, { type: 'reasoning' }), done(0, item), completed())
    expect(content).toEqual([{ type: 'thinking', thinking: '', thinkingSignature: JSON.stringify(item) }])
  })
})

describe('events that do not say what they should', () => {
  const bare = (event: OpenAIResponsesEvent): OpenAIResponsesEvent => {
    const { output_index: _, ...rest } = event as OpenAIResponsesEvent & { output_index?: number }
    return rest
  }

  it('show a text once whose content_index is not its place in the finished item', () => {
    const { content } = fold(
      created,
      added(0, { type: 'message', id: 'msg_1' }),
      text(0, 'ok', 1),
      done(0, message('msg_1', 'ok')),
      completed(),
    )
    expect(content).toMatchObject([{ type: 'text', text: 'ok' }])
  })

  it('take a finished item without output_index for the one with its id, or the newest', () => {
    for (const id of ['fc_1', 'another']) {
      const { content } = fold(
        created,
        added(3, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f' }),
        json(3, '{"a":1}'),
        bare(done(3, call(id, 'f', '{"a":1}'))),
        completed(),
      )
      expect(content).toMatchObject([{ type: 'toolCall', id: 'c1|fc_1', arguments: { a: 1 } }])
    }
  })

  it('keep items apart that have no index at all', () => {
    const events = [
      added(0, { type: 'message', id: 'msg_1' }),
      text(0, 'a'),
      done(0, message('msg_1', 'a')),
      added(1, { type: 'message', id: 'msg_2' }),
      text(1, 'b'),
      done(1, message('msg_2', 'b')),
    ]
    const { content } = fold(created, ...events.map(bare), completed())
    expect(content).toMatchObject([{ text: 'a' }, { text: 'b' }])
  })

  it('hold an argument fragment that is missing, null or a list: nothing is run without it (A2)', () => {
    for (const [delta, isBroken] of [
      [undefined, false],
      [null, false],
      [['{', '"a'], true],
    ] as const) {
      const { content, stopReason } = fold(
        created,
        added(0, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f' }),
        unknownEvent('response.function_call_arguments.delta', { output_index: 0, delta }),
        completed(),
      )
      expect(stopReason).toBe('toolUse')
      expect('argumentsError' in (content[0] ?? {})).toBe(isBroken)
    }
  })
})
