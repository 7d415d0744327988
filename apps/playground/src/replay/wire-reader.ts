import { anthropic, decodeSse, type Delta, type Normalizer, openaiChat } from '@dreb/ai/normalize'
import type { FixtureApi } from '@dreb/fixtures'

/** Reads a response body and tells what each network chunk became. */
export interface WireReader {
  /** The deltas that these bytes completed. */
  read(bytes: Uint8Array): Delta[]
  /** The deltas that the end of the body made. */
  end(): Delta[]
}

/** A reader of one response in this wire format. */
export function createWireReader(api: FixtureApi): WireReader {
  return api === 'openai-completions' ? readerOf(openaiChat) : readerOf(anthropic)
}

function readerOf<Chunk, State>({ initial, reduce, end }: Normalizer<Chunk, State>): WireReader {
  let state = initial
  let deltas: Delta[] = []
  const fold = ([next, made]: readonly [State, readonly Delta[]]) => {
    state = next
    deltas.push(...made)
  }
  const decoder = decodeSse<Chunk>({ chunk: (chunk) => fold(reduce(state, chunk)), warn() {}, fail() {}, done() {} })
  const take = () => {
    const taken = deltas
    deltas = []
    return taken
  }
  return {
    read(bytes) {
      decoder.feed(bytes)
      return take()
    },
    end() {
      decoder.end()
      fold(end(state))
      return take()
    },
  }
}
