import { chunksOf } from './chunks.ts'
// The floor of folding: JSON.parse of every chunk, without any network.
import type { Contender } from './contender.ts'

/** What stands in a chunk of either wire. */
interface Chunk {
  choices?: { delta: { content?: string } }[]
  delta?: { text?: string }
}

/** `JSON.parse` and nothing else. */
export const contender: Contender = {
  load: async (wire) => ({
    async ask(url, tally) {
      for (const text of chunksOf(url, wire)) {
        const { choices, delta } = JSON.parse(text) as Chunk
        tally.text += (choices?.[0]?.delta.content ?? delta?.text ?? '').length
      }
    },
  }),
}
