import { createOpenAIChatNormalizer, type OpenAIChatNormalizerOptions } from '#src/apis/openai-completions/normalize.ts'
import type { OpenAIChatChunk, OpenAIChatDelta, OpenAIChatToolCallDelta } from '#src/apis/openai-completions/wire.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import type { AssistantMessage } from '#src/message/message.ts'

export function deltasOf(chunks: readonly OpenAIChatChunk[], options?: OpenAIChatNormalizerOptions): Delta[] {
  const { initial, reduce, end } = createOpenAIChatNormalizer(options)
  const deltas: Delta[] = []
  let state = initial
  for (const chunk of chunks) {
    const [next, more] = reduce(state, chunk)
    state = next
    deltas.push(...more)
  }
  return [...deltas, ...end(state)[1]]
}

export function fold(chunks: readonly OpenAIChatChunk[], options?: OpenAIChatNormalizerOptions): AssistantMessage {
  const draft = emptyDraft({ api: 'openai-completions', provider: 'test', id: 'm', cost: {} }, 0)
  return deltasOf(chunks, options).reduce(accumulate, draft).message
}

export const says = (delta: OpenAIChatDelta): OpenAIChatChunk => ({ id: 'r-1', choices: [{ index: 0, delta }] })

export const ends = (finish_reason: string): OpenAIChatChunk => ({ choices: [{ index: 0, delta: {}, finish_reason }] })

export const calls = (...tool_calls: OpenAIChatToolCallDelta[]) => says({ tool_calls })

export const call = (id: string, name: string, args: object) => ({ type: 'toolCall', id, name, arguments: args })
