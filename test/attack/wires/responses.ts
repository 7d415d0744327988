import { sse } from './sse.ts'
import { modelAt, type Wire, type WireCall, type WireEvent } from './wire.ts'

function event(type: string, fields: object): WireEvent {
  return { name: type, data: { type, ...fields } }
}

const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' }

function part(text: string): object {
  return { type: 'output_text', text, annotations: [] }
}

/** Items of calls stand behind the one message. */
function placeOf({ index }: WireCall): { output_index: number; item_id: string } {
  return { output_index: index + 1, item_id: `fc_${index}` }
}

function item({ index, id, name }: WireCall): object {
  return { id: `fc_${index}`, type: 'function_call', call_id: id, name }
}

const responses: Omit<Wire, 'api' | 'model'> = {
  ...sse,
  begin: [event('response.created', { response: { id: 'r1', model: 'm', status: 'in_progress', output: [] } })],
  openText: [
    event('response.output_item.added', { output_index: 0, item: { ...message, status: 'in_progress', content: [] } }),
    event('response.content_part.added', { output_index: 0, item_id: 'msg_1', content_index: 0, part: part('') }),
  ],
  text: (delta) => event('response.output_text.delta', { output_index: 0, item_id: 'msg_1', content_index: 0, delta }),
  // The finished item repeats the text in real life; some servers leave it out, and so a wire of parts can, too.
  closeText: [],
  openCall: (call) => [
    event('response.output_item.added', { ...placeOf(call), item: { ...item(call), arguments: '' } }),
  ],
  argument: (delta, call) => event('response.function_call_arguments.delta', { ...placeOf(call), delta }),
  closeCall: (call) => [event('response.output_item.done', { ...placeOf(call), item: item(call) })],
  finish: () => [
    event('response.completed', { response: { id: 'r1', model: 'm', status: 'completed', output: [], usage } }),
  ],
  error: (text) => event('error', { code: 'server_error', message: text }),
  plainResponse: (text) => ({
    id: 'r1',
    object: 'response',
    model: 'm',
    status: 'completed',
    output: [{ ...message, content: [part(text)] }],
    usage,
  }),
}

/** The Responses API of OpenAI. */
export const openaiResponses: Wire = {
  ...responses,
  api: 'openai-responses',
  model: (origin) => modelAt(`${origin}/v1`, { api: 'openai-responses', provider: 'custom' }),
}

/** The same at Azure. */
export const azureResponses: Wire = {
  ...responses,
  api: 'azure-openai-responses',
  model: (origin) =>
    modelAt(`${origin}/openai/v1`, { api: 'azure-openai-responses', provider: 'azure-openai-responses' }),
}
