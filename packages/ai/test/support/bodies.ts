import type { GoogleChunk } from '#src/apis/google-generative-ai/wire.ts'

import { concat, eventStream, exceptionFrame } from './event-stream.ts'

/** A body of server-sent events. */
export const sse = (...events: object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const chatText = (content: string, finish_reason: string | null = null) => ({
  id: 'r',
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason }],
})

/** Chat Completions: the text `Hello there, friend`. */
export const chatBody = `${sse(chatText('Hello '), chatText('there, '), chatText('friend'), chatText('', 'stop'))}data: [DONE]\n\n`

/** Chat Completions: a response that fails after its first text. */
export const chatFailure = (error: object): string => sse(chatText('Hel'), { error })

const messageStart = {
  type: 'message_start',
  message: { id: 'm', role: 'assistant', content: [], model: 'm', usage: { input_tokens: 1, output_tokens: 1 } },
}
const blockStart = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const textDelta = (text: string) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })

/** Messages of Anthropic: the text `Hello there`. */
export const anthropicBody = sse(
  messageStart,
  blockStart,
  textDelta('Hello '),
  textDelta('there'),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
)

/** Messages of Anthropic: a response that fails after its first text. */
export const anthropicFailure = (error: object): string =>
  sse(messageStart, blockStart, textDelta('Hel'), { type: 'error', error })

const geminiFrame = (chunk: GoogleChunk): string => `data: ${JSON.stringify(chunk)}\r\n\r\n`
const geminiText = (text: string, finish: object = {}): string =>
  geminiFrame({ responseId: 'r1', candidates: [{ content: { parts: [{ text }] }, ...finish }] })

/** Gemini: the text `Hello there, friend`. */
export const geminiBody = `${geminiText('Hello ')}${geminiText('there, ')}${geminiText('friend')}${geminiText('', { finishReason: 'STOP' })}`

/** Gemini: a response that fails after its first text. */
export const geminiFailure = (error: NonNullable<GoogleChunk['error']>): string =>
  geminiText('Hel') + geminiFrame({ error })

/** Converse of Bedrock: the text `ok`. */
export const bedrockBody = eventStream(
  { messageStart: { role: 'assistant' } },
  { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'ok' } } },
  { contentBlockStop: { contentBlockIndex: 0 } },
  { messageStop: { stopReason: 'end_turn' } },
  { metadata: { usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } },
)

/** Converse of Bedrock: the beginning of a response, with the text `Hel`. */
export const bedrockBeginning = eventStream({ messageStart: {} }, { contentBlockDelta: { delta: { text: 'Hel' } } })

/** Converse of Bedrock: a response that is throttled after its first text. */
export const bedrockFailure = (message: string): Uint8Array =>
  concat([bedrockBeginning, exceptionFrame('throttlingException', message)])
