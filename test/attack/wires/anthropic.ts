import { sse } from './sse.ts'
import { modelAt, type Wire, type WireEvent } from './wire.ts'

function event(type: string, fields: object = {}): WireEvent {
  return { name: type, data: { type, ...fields } }
}

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' }
const reasons = { stop: 'end_turn', toolUse: 'tool_use' }

/** Anthropic Messages. The text is block 0, calls stand behind it. */
export const anthropic: Wire = {
  ...sse,
  api: 'anthropic-messages',
  model: (origin) => modelAt(origin, { api: 'anthropic-messages', provider: 'custom' }),
  begin: [
    event('message_start', { message: { ...message, content: [], usage: { input_tokens: 10, output_tokens: 1 } } }),
  ],
  openText: [event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })],
  text: (text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  closeText: [event('content_block_stop', { index: 0 })],
  openCall: ({ index, id, name }) => [
    event('content_block_start', { index: index + 1, content_block: { type: 'tool_use', id, name, input: {} } }),
  ],
  argument: (fragment, { index }) =>
    event('content_block_delta', { index: index + 1, delta: { type: 'input_json_delta', partial_json: fragment } }),
  closeCall: ({ index }) => [event('content_block_stop', { index: index + 1 })],
  finish: (reason) => [
    event('message_delta', { delta: { stop_reason: reasons[reason] }, usage: { output_tokens: 5 } }),
    event('message_stop'),
  ],
  error: (text) => event('error', { error: { type: 'api_error', message: text } }),
  plainResponse: (text) => ({
    ...message,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 10, output_tokens: 5 },
  }),
}
