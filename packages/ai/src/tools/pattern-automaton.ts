import type { PatternNode } from './pattern-syntax.ts'

type Instruction =
  | { op: 'char'; matches: (code: number) => boolean; next: number }
  | { op: 'split'; first: number; second: number }
  | { op: 'assert'; source: '^' | '$' | '\\b' | '\\B'; next: number }
  | { op: 'match' }

/** A regular expression as an automaton that is in several states at once, and so never has to go back. */
export interface Automaton {
  /** How many states there are: the work per character. */
  readonly size: number
  test(text: string): boolean
}

/** More states would take longer than what the automaton is to prevent. */
const maxSize = 5000

/** The automaton of a pattern; undefined if it is none (`foreign` parts), or has too many states (`x{1,9999}`). */
export function automatonOf(pattern: PatternNode): Automaton | undefined {
  const program = new Program()
  const start = program.add({ op: 'match' })
  const first = program.compile(pattern, start)
  if (first === undefined) return undefined
  const { instructions } = program
  return { size: instructions.length, test: (text) => new Run(instructions, text).matches(first) }
}

/** Built from the end: each instruction knows what comes next. */
class Program {
  readonly instructions: Instruction[] = []
  readonly #tests = new Map<string, (code: number) => boolean>()

  add(instruction: Instruction): number {
    return this.instructions.push(instruction) - 1
  }

  /** @returns where the pattern starts; undefined if it cannot be compiled */
  compile(node: PatternNode, next: number): number | undefined {
    if (this.instructions.length > maxSize) return undefined
    switch (node.kind) {
      case 'char':
        return this.add({ op: 'char', matches: this.#testOf(node.source), next })
      case 'assert':
        return this.add({ op: 'assert', source: node.source, next })
      case 'sequence':
        return this.#chain(node.parts.toReversed(), next)
      case 'choice':
        return this.#choice(node.branches, next)
      case 'repeat':
        return this.#repeat(node, next)
      case 'foreign':
        return undefined
    }
  }

  #testOf(source: string): (code: number) => boolean {
    const test = this.#tests.get(source) ?? charTest(source)
    this.#tests.set(source, test)
    return test
  }

  #chain(reversed: readonly PatternNode[], next: number): number | undefined {
    return reversed.reduce<number | undefined>((at, part) => (at === undefined ? at : this.compile(part, at)), next)
  }

  #choice(branches: readonly PatternNode[], next: number): number | undefined {
    const starts = branches.map((branch) => this.compile(branch, next))
    return starts.reduce((second, first) =>
      first === undefined || second === undefined ? undefined : this.add({ op: 'split', first, second }),
    )
  }

  #repeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, next: number): number | undefined {
    if (min > maxSize || (max !== Infinity && max > maxSize)) return undefined
    let at = max === Infinity ? this.#loop(part, next) : this.#optional(part, max - min, next)
    for (let count = 0; count < min && at !== undefined; count++) at = this.compile(part, at)
    return at
  }

  #loop(part: PatternNode, next: number): number | undefined {
    const split = { op: 'split', first: next, second: next } satisfies Instruction
    const loop = this.add(split)
    const body = this.compile(part, loop)
    if (body !== undefined) split.first = body
    return body === undefined ? undefined : loop
  }

  #optional(part: PatternNode, times: number, next: number): number | undefined {
    let at: number | undefined = next
    for (let count = 0; count < times && at !== undefined; count++) {
      const first = this.compile(part, at)
      at = first === undefined ? undefined : this.add({ op: 'split', first, second: next })
    }
    return at
  }
}

/** Asks the engine about one character at a time; of ASCII it is asked once. */
function charTest(source: string): (code: number) => boolean {
  const pattern = new RegExp(`^(?:${source})$`, 'u')
  const ask = (code: number) => pattern.test(String.fromCodePoint(code))
  const ascii = Array.from({ length: 128 }, (_, code) => ask(code))
  return (code) => ascii[code] ?? ask(code)
}

/** One walk over a text, in all states at once. */
class Run {
  readonly #program: readonly Instruction[]
  readonly #text: string
  /** In which step a state was entered last: each is entered once per step. */
  readonly #entered: Int32Array
  #step = 0

  constructor(program: readonly Instruction[], text: string) {
    this.#program = program
    this.#text = text
    this.#entered = new Int32Array(program.length).fill(-1)
  }

  matches(start: number): boolean {
    let states: number[] = []
    for (let at = 0; ;) {
      // A match may begin at every character.
      const isMatch = this.#enter(start, at, states) || states.some((state) => this.#program[state]?.op === 'match')
      const code = this.#text.codePointAt(at)
      if (isMatch || code === undefined) return isMatch
      at += code > 0xffff ? 2 : 1
      this.#step++
      states = this.#advance(states, code, at)
    }
  }

  #advance(states: readonly number[], code: number, at: number): number[] {
    const next: number[] = []
    for (const state of states) {
      const instruction = this.#program[state]
      if (instruction?.op === 'char' && instruction.matches(code)) this.#enter(instruction.next, at, next)
    }
    return next
  }

  /** Adds a state and all that are reached from it without a character. @returns whether the match is among them */
  #enter(start: number, at: number, states: number[]): boolean {
    const waiting = [start]
    let isMatch = false
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      const instruction = this.#program[state]
      if (!instruction || this.#entered[state] === this.#step) continue
      this.#entered[state] = this.#step
      states.push(state)
      if (instruction.op === 'match') isMatch = true
      if (instruction.op === 'split') waiting.push(instruction.second, instruction.first)
      if (instruction.op === 'assert' && this.#holds(instruction.source, at)) waiting.push(instruction.next)
    }
    return isMatch
  }

  #holds(assertion: '^' | '$' | '\\b' | '\\B', at: number): boolean {
    if (assertion === '^') return at === 0
    if (assertion === '$') return at === this.#text.length
    const isBoundary = isWord(this.#text, at - 1) !== isWord(this.#text, at)
    return isBoundary === (assertion === '\\b')
  }
}

function isWord(text: string, at: number): boolean {
  return /^\w$/.test(text.charAt(at))
}
