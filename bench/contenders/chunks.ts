import { answerAt, parsePlay } from '../task.ts'
import { render, type Wire } from '../wire.ts'

const known = new Map<string, string[]>()

/** The JSON texts of an answer, without any network. Made once: the warm-up plays the same. */
export function chunksOf(url: string, wire: Wire): string[] {
  const play = url.split('/').at(-1) ?? ''
  const found = known.get(play)
  if (found) return found
  const events = render(wire, answerAt(parsePlay(play), 0)).split('\n\n')
  const data = events.map((event) => event.slice(event.indexOf('data: ') + 6))
  const chunks = data.filter((text) => text.startsWith('{'))
  known.set(play, chunks)
  return chunks
}
