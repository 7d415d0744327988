import type OpenAI from 'openai'

import { createOpenAIClient, type Model, registerApiProvider } from '#src/index.ts'
import { type ScriptedAnswer, scriptedModel, scriptedStream } from '#src/testing.ts'

export type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

export type Body = OpenAI.Chat.Completions.ChatCompletionCreateParams

export const model: Model = { ...scriptedModel, id: 'm' }

export const ask = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }

export function scripted(...answers: ScriptedAnswer[]) {
  const script = scriptedStream(...answers)
  registerApiProvider({ api: 'scripted', stream: script, streamSimple: script }, 'test')
  return { client: createOpenAIClient(model), script }
}

export async function chunksOf(client: OpenAI, more: object = {}): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of await client.chat.completions.create({ ...ask, ...more, stream: true })) chunks.push(chunk)
  return chunks
}

export const deltasOf = (chunks: readonly Chunk[]) =>
  chunks.flatMap(({ choices }) =>
    choices.map(({ delta, finish_reason }) => (finish_reason ? { ...delta, finish_reason } : delta)),
  )
