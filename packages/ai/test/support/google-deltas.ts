import { google } from '#src/apis/google-generative-ai/normalize.ts'
import type { GoogleCandidate, GoogleChunk, GooglePart } from '#src/apis/google-generative-ai/wire.ts'
import type { Delta } from '#src/message/delta.ts'

export function deltasOf(...chunks: GoogleChunk[]): Delta[] {
  let state = google.initial
  const out: Delta[] = []
  for (const chunk of chunks) {
    const [next, deltas] = google.reduce(state, chunk)
    state = next
    out.push(...deltas)
  }
  return [...out, ...google.end(state)[1]]
}

export const parts = (...list: GooglePart[]): GoogleChunk => ({ candidates: [{ content: { parts: list } }] })

export const finish = (finishReason: string | number, rest: Partial<GoogleCandidate> = {}): GoogleChunk => ({
  candidates: [{ finishReason, ...rest }],
})

/** The deltas between the start and the end of the message. */
export const blocksOf = (...list: GooglePart[]): Delta[] => deltasOf(parts(...list), finish('STOP')).slice(1, -1)

export const outcomeOf = (...chunks: GoogleChunk[]): Delta | undefined => deltasOf(...chunks).at(-1)
