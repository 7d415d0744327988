import type { OpenAIResponsesEvent } from '#src/apis/openai-responses/wire.ts'
import type { WireSample } from '#src/testing/conformance.ts'

import { created, added, done, text, summary, json, completed, incomplete, message, call } from './responses-events.ts'

const sse = (...events: OpenAIResponsesEvent[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

/** Bodies of Responses, and the messages they become. */
export const responsesSamples: readonly WireSample[] = [
  {
    name: 'reasoning, text and parallel calls',
    body: sse(
      created,
      added(0, { type: 'reasoning', id: 'rs_1' }),
      summary(0, 0, 'Überlegung'),
      done(0, { type: 'reasoning', id: 'rs_1' }),
      added(1, message('msg_1')),
      text(1, '你好 🌍'),
      done(1, message('msg_1', '你好 🌍')),
      added(2, call('a', 'get', '')),
      added(3, call('b', 'get', '')),
      json(3, '{"b":'),
      json(2, '{"a":1}'),
      json(3, '2}'),
      done(2, call('a', 'get', '{"a":1}')),
      done(3, call('b', 'get', '{"b":2}')),
      completed({ usage: { input_tokens: 3, output_tokens: 4 } }),
    ),
    message: {
      stopReason: 'toolUse',
      content: [
        { type: 'thinking', thinking: 'Überlegung', thinkingSignature: '{"type":"reasoning","id":"rs_1"}' },
        { type: 'text', text: '你好 🌍', textSignature: '{"v":1,"id":"msg_1"}' },
        { type: 'toolCall', id: 'call_a|fc_a', name: 'get', arguments: { a: 1 } },
        { type: 'toolCall', id: 'call_b|fc_b', name: 'get', arguments: { b: 2 } },
      ],
    },
  },
  {
    name: 'a cut answer',
    body: sse(created, added(0, message('msg_1')), text(0, 'Part'), incomplete('max_output_tokens')),
    message: { stopReason: 'length', content: [{ type: 'text', text: 'Part' }] },
  },
]
