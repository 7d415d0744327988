// The hot path by itself: parse, reduce, accumulate.
import type { Normalizer } from '@dreb/ai/normalize'

import type { Tally } from '../task.ts'
import { chunksOf } from './chunks.ts'
import type { Contender } from './contender.ts'

/** The pure part of the provider layer. */
export const contender: Contender = {
  async load(wire) {
    const { accumulate, anthropic, emptyDraft, openaiChat } = await import('@dreb/ai/normalize')

    function fold<Chunk, State>({ initial, reduce }: Normalizer<Chunk, State>, texts: string[], tally: Tally): void {
      let state = initial
      let draft = emptyDraft({ api: 'bench', provider: 'bench', id: 'bench', cost: {} }, 0)
      for (const text of texts) {
        const [next, deltas] = reduce(state, JSON.parse(text) as Chunk)
        state = next
        for (const delta of deltas) draft = accumulate(draft, delta)
      }
      for (const block of draft.message.content) if (block.type === 'text') tally.text += block.text.length
    }

    return {
      async ask(url, tally) {
        const texts = chunksOf(url, wire)
        if (wire === 'openai') fold(openaiChat, texts, tally)
        else fold(anthropic, texts, tally)
      },
    }
  },
}
