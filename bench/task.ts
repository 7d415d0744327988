import type { Answer } from './wire.ts'

/**
 * What the server is asked to play, in the first part of its path:
 *
 * - `text-20000`: so many text deltas;
 * - `call-1024`: one tool call with so many kilobytes of arguments;
 * - `turns-200-8`: so many turns of a short text and so many calls, then a final text;
 * - `crowd-200`: so many text deltas, in small writes that mix with those of others.
 */
export interface Play {
  kind: 'text' | 'call' | 'turns' | 'crowd'
  size: number
  parallel: number
}

export function parsePlay(text: string): Play {
  const [kind = '', size = '', parallel = '1'] = text.split('-')
  if (!['text', 'call', 'turns', 'crowd'].includes(kind)) throw new Error(`Nothing to play: ${text}`)
  return { kind: kind as Play['kind'], size: Number(size), parallel: Number(parallel) }
}

/** What the model says after so many turns. No id comes twice. */
export function answerAt({ kind, size, parallel }: Play, turn: number): Answer {
  if (kind === 'call') return { textDeltas: 1, calls: [{ id: 'call_1', size: size * 1024 }] }
  if (kind !== 'turns') return { textDeltas: size, calls: [] }
  const length = turn < size ? parallel : 0
  return { textDeltas: 8, calls: Array.from({ length }, (_, at) => ({ id: `call_${turn}_${at}`, size: 64 })) }
}

/** What a reader of everything must have seen. */
export interface Tally {
  /** Characters of text. */
  text: number
  /** Characters of arguments. */
  args: number
}

/** What a whole conversation holds; `call` is one answer, after which nothing is sent. */
export function expectedTally(play: Play): Tally {
  const turns = play.kind === 'turns' ? play.size + 1 : 1
  const answers = Array.from({ length: turns }, (_, turn) => answerAt(play, turn))
  return {
    text: 8 * answers.reduce((sum, { textDeltas }) => sum + textDeltas, 0),
    args: answers.flatMap(({ calls }) => calls).reduce((sum, { size }) => sum + size, 0),
  }
}
