import { sse } from './sse.ts'
import { modelAt, type Wire, type WireEvent } from './wire.ts'

function chunk(delta: object, more: object = {}): WireEvent {
  return { data: { id: 'r1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, ...more }] } }
}

const reasons = { stop: 'stop', toolUse: 'tool_calls' }
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const chat: Omit<Wire, 'api' | 'model'> = {
  ...sse,
  begin: [chunk({ role: 'assistant', content: '' })],
  openText: [],
  text: (content) => chunk({ content }),
  closeText: [],
  openCall: ({ index, id, name }) => [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
  ],
  argument: (fragment, { index }) => chunk({ tool_calls: [{ index, function: { arguments: fragment } }] }),
  closeCall: () => [],
  finish: (reason) => [
    chunk({}, { finish_reason: reasons[reason] }),
    { data: { id: 'r1', object: 'chat.completion.chunk', model: 'm', choices: [], usage } },
    { kind: 'done', data: undefined },
  ],
  error: (message) => ({ data: { error: { message, type: 'server_error', code: 'server_error' } } }),
  plainResponse: (content) => ({
    id: 'r1',
    object: 'chat.completion',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  }),
}

/** Chat Completions of OpenAI and its many likes. */
export const openaiCompletions: Wire = {
  ...chat,
  api: 'openai-completions',
  model: (origin) => modelAt(`${origin}/v1`, { api: 'openai-completions', provider: 'custom' }),
}

/** Mistral streams chunks of Chat Completions. */
export const mistral: Wire = {
  ...chat,
  api: 'mistral-conversations',
  model: (origin) => modelAt(`${origin}/v1`, { api: 'mistral-conversations', provider: 'mistral' }),
}
