import type { Tally } from '../task.ts'
import type { Wire } from '../wire.ts'

/** One way to read a model's answers. Everything it loads, it loads in `load`. */
export interface Contender {
  load(wire: Wire): Promise<Reader>
}

/** A loaded library. Both count what they read into the tally. */
export interface Reader {
  /** Reads one answer to its end. */
  ask?(url: string, tally: Tally): Promise<void>
  /** Runs a conversation with tools to its end. */
  converse?(url: string, tally: Tally, onTurn: () => void): Promise<void>
}

/** What is asked. */
export const prompt = 'Go on.'

/** What the tool answers. */
export const toolResult = 'done'
