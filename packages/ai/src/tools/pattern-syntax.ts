/** A regular expression as a tree. Laziness, captures and names make no difference to whether a text matches. */
export type PatternNode =
  /** One character; `source` is a regular expression of it. */
  | { kind: 'char'; source: string }
  | { kind: 'assert'; source: '^' | '$' | '\\b' | '\\B' }
  | { kind: 'sequence'; parts: PatternNode[] }
  | { kind: 'choice'; branches: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }
  /** What no finite automaton does: looking ahead and behind, back references, flags for a part. */
  | { kind: 'foreign'; part: PatternNode }

/** Parses the source of a regular expression that the engine has accepted with the flag `u`. */
export function parsePattern(source: string): PatternNode {
  return new PatternParser(source).choice()
}

const empty: PatternNode = { kind: 'sequence', parts: [] }

class PatternParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  choice(): PatternNode {
    const branches = [this.#sequence()]
    while (this.#skip('|')) branches.push(this.#sequence())
    return branches.length === 1 ? (branches[0] as PatternNode) : { kind: 'choice', branches }
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#source.length && !this.#sees('|') && !this.#sees(')'))
      parts.push(this.#repeat(this.#atom()))
    return { kind: 'sequence', parts }
  }

  #repeat(part: PatternNode): PatternNode {
    const [text, short, min, comma, max] = this.#match(/([*+?])\??|\{(\d+)(,?)(\d*)\}\??/y) ?? []
    if (text === undefined) return part
    if (short !== undefined)
      return { kind: 'repeat', part, min: short === '+' ? 1 : 0, max: short === '?' ? 1 : Infinity }
    const most = comma === '' ? Number(min) : max === '' ? Infinity : Number(max)
    return { kind: 'repeat', part, min: Number(min), max: most }
  }

  #atom(): PatternNode {
    if (this.#skip('(')) return this.#group()
    if (this.#skip('^')) return { kind: 'assert', source: '^' }
    if (this.#skip('$')) return { kind: 'assert', source: '$' }
    const boundary = this.#match(/\\[bB]/y)?.[0]
    if (boundary !== undefined) return { kind: 'assert', source: boundary === '\\b' ? '\\b' : '\\B' }
    if (this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y)) return { kind: 'foreign', part: empty }
    return { kind: 'char', source: this.#char() }
  }

  /** A class, an escape, a dot, or a character. */
  #char(): string {
    const escape =
      /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[\s\S])/y
    const found = this.#match(/\[(?:[^\]\\]|\\[\s\S])*\]/y) ?? this.#match(escape) ?? this.#match(/[\s\S]/uy)
    return found?.[0] ?? ''
  }

  #group(): PatternNode {
    const isForeign = this.#match(/\?(?:<?[=!]|[a-z]*-?[a-z]+:)/y) !== undefined
    if (!isForeign) this.#match(/\?(?::|<[^>]*>)/y)
    const part = this.choice()
    this.#skip(')')
    return isForeign ? { kind: 'foreign', part } : part
  }

  #sees(char: string): boolean {
    return this.#source[this.#at] === char
  }

  #skip(char: string): boolean {
    const isThere = this.#sees(char)
    if (isThere) this.#at++
    return isThere
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source) ?? undefined
    if (found) this.#at += found[0].length
    return found
  }
}
