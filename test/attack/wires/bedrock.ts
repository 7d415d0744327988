import { frames } from './frames.ts'
import { modelAt, type Wire, type WireEvent } from './wire.ts'

function event(name: string, data: object): WireEvent {
  return { name, data }
}

const reasons = { stop: 'end_turn', toolUse: 'tool_use' }
const usage = { inputTokens: 10, outputTokens: 5, totalTokens: 15 }

/** Bedrock's ConverseStream. The text is block 0, calls stand behind it. */
export const bedrock: Wire = {
  ...frames,
  api: 'bedrock-converse-stream',
  model: (origin) => modelAt(origin, { api: 'bedrock-converse-stream', provider: 'amazon-bedrock' }),
  options: { region: 'us-east-1' },
  begin: [event('messageStart', { role: 'assistant' })],
  openText: [],
  text: (text) => event('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
  closeText: [event('contentBlockStop', { contentBlockIndex: 0 })],
  openCall: ({ index, id, name }) => [
    event('contentBlockStart', { contentBlockIndex: index + 1, start: { toolUse: { toolUseId: id, name } } }),
  ],
  argument: (input, { index }) =>
    event('contentBlockDelta', { contentBlockIndex: index + 1, delta: { toolUse: { input } } }),
  closeCall: ({ index }) => [event('contentBlockStop', { contentBlockIndex: index + 1 })],
  finish: (reason) => [event('messageStop', { stopReason: reasons[reason] }), event('metadata', { usage })],
  error: (message) => ({ kind: 'exception', name: 'internalServerException', data: { message } }),
  plainResponse: (text) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: 'end_turn',
    usage,
  }),
}
