import type { Normalizer } from '../../message/normalizer.ts'
import { createOpenAIChatNormalizer, type OpenAIChatState } from '../openai-completions/normalize.ts'
import type { MistralChunk } from './wire.ts'

const chat = createOpenAIChatNormalizer()

/** Answers of Mistral: Chat Completions, but that a call without an id may have the id `"null"`. */
export const mistral: Normalizer<MistralChunk, OpenAIChatState> = {
  ...chat,
  reduce: (state, chunk) => chat.reduce(state, hasNullId(chunk) ? withoutNullIds(chunk) : chunk),
}

function hasNullId({ choices }: MistralChunk): boolean {
  return choices?.[0]?.delta?.tool_calls?.some(({ id }) => id === 'null') ?? false
}

function withoutNullIds(chunk: MistralChunk): MistralChunk {
  const choices = chunk.choices?.map((choice) => {
    const calls = choice.delta?.tool_calls?.map((call) => (call.id === 'null' ? { ...call, id: null } : call))
    return { ...choice, delta: { ...choice.delta, tool_calls: calls ?? null } }
  })
  return { ...chunk, choices: choices ?? null }
}
