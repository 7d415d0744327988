import { describeProvider } from '#src/testing/conformance.ts'

import { modelAt } from '../support/model-at.ts'

const sse = (...events: object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const error = { type: 'overloaded_error', message: 'The engine is overloaded' }

const said = (content: string) => ({ id: 'r', model: 'm', choices: [{ index: 0, delta: { content } }] })
describeProvider('openai-completions', {
  model: modelAt('http://127.0.0.1:9/v1', { api: 'openai-completions', provider: 'custom' }),
  answer: `${sse(said('Hello '), said('there, '), said('friend'), { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
  text: 'Hello there, friend',
  errorInside: { body: sse(said('Hel'), { error }), message: error.message },
})

const begin = {
  type: 'message_start',
  message: { id: 'm', role: 'assistant', content: [], model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
}
const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const spoke = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
describeProvider('anthropic-messages', {
  model: modelAt('http://127.0.0.1:9', { api: 'anthropic-messages', provider: 'custom' }),
  answer: sse(
    begin,
    open,
    spoke('Hello '),
    spoke('there'),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    { type: 'message_stop' },
  ),
  text: 'Hello there',
  errorInside: { body: sse(begin, open, spoke('Hel'), { type: 'error', error }), message: error.message },
})
