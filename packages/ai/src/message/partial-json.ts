type Container = Record<string, unknown> | unknown[]

/** An open container and the key under which its next value goes (arrays append). */
interface Frame {
  readonly container: Container
  key: string
}

type State = 'value' | 'string' | 'key' | 'literal' | 'beforeKey' | 'beforeColon' | 'afterValue' | 'done' | 'broken'

/** What the parser shows is for display only, so a tower of brackets need not be followed to its top. */
const maxDepth = 256

const literals: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/**
 * Reads JSON that arrives in pieces. Every character is looked at once, whatever the pieces, and `value` can be read
 * at any time at no further cost: it is the value so far, which grows in place. Strings grow; numbers, `true`, `false`
 * and `null` appear when they are complete. Text that is no JSON stops the growth and never throws.
 *
 * @example
 * const json = new PartialJson()
 * json.push('{"city":"Os')
 * json.value // { city: 'Os' }
 */
export class PartialJson {
  /** The value so far, undefined before its first character. */
  value: unknown
  #stack: Frame[] = []
  #state: State = 'value'
  /** Text of the string, key or literal that is being read. */
  #text = ''
  /** The escape being read, from its backslash on; empty outside of one. */
  #escape = ''
  readonly #root: Record<string, unknown> | undefined

  /** @param root object to grow, if the text turns out to be an object. */
  constructor(root?: Record<string, unknown>) {
    this.#root = root
  }

  /** Whether the text so far can not become JSON. */
  get isBroken(): boolean {
    return this.#state === 'broken'
  }

  push(piece: string): void {
    let at = 0
    while (at < piece.length && this.#state !== 'broken') {
      at = this.#state === 'string' || this.#state === 'key' ? this.#readString(piece, at) : this.#readOther(piece, at)
    }
  }

  /** Takes the end of the text for the end of a number or of a (cut) literal. Nothing can be pushed after it. */
  finish(): void {
    if (this.#state !== 'literal') return
    const text = this.#text
    const word = Object.keys(literals).find((name) => name.startsWith(text))
    if (word !== undefined) this.#put(literals[word])
    else if (isNumber(text)) this.#put(Number(text))
    this.#state = 'broken'
  }

  #readString(piece: string, at: number): number {
    if (this.#escape !== '') return this.#readEscape(piece, at)
    let end = at
    while (end < piece.length && !isQuoteOrBackslash(piece.charCodeAt(end))) end++
    if (end > at) this.#grow(piece.slice(at, end))
    if (end === piece.length) return end
    if (piece[end] === '\\') this.#escape = '\\'
    else this.#endString()
    return end + 1
  }

  #readEscape(piece: string, at: number): number {
    this.#escape += piece[at]
    if (this.#escape[1] === 'u' && this.#escape.length < 6) return at + 1
    const escape = this.#escape
    this.#escape = ''
    const letter = escape[1] as string
    this.#grow(letter === 'u' ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (escapes[letter] ?? letter))
    return at + 1
  }

  #grow(text: string): void {
    this.#text += text
    if (this.#state === 'string') this.#replace(this.#text)
  }

  #endString(): void {
    if (this.#state === 'string') return this.#afterValue()
    const frame = this.#stack.at(-1)
    if (frame) frame.key = this.#text
    this.#state = 'beforeColon'
  }

  #readOther(piece: string, at: number): number {
    const char = piece[at] as string
    if (this.#state === 'literal') return this.#readLiteral(char, at)
    if (isSpace(char)) return at + 1
    switch (this.#state) {
      case 'value':
        this.#startValue(char)
        break
      case 'beforeKey':
        this.#startKey(char)
        break
      case 'beforeColon':
        this.#state = char === ':' ? 'value' : 'broken'
        break
      case 'afterValue':
        this.#continueContainer(char)
        break
      default:
        this.#state = 'broken'
    }
    return at + 1
  }

  #readLiteral(char: string, at: number): number {
    if (!isSpace(char) && char !== ',' && char !== ']' && char !== '}') {
      this.#text += char
      return at + 1
    }
    if (this.#text in literals) this.#put(literals[this.#text])
    else if (isNumber(this.#text)) this.#put(Number(this.#text))
    else this.#state = 'broken'
    if (this.#state !== 'broken') this.#afterValue()
    return at
  }

  #startValue(char: string): void {
    if (char === '"') return this.#startString()
    if (char === '{') return this.#open(this.#stack.length === 0 && this.#root ? this.#root : {}, 'beforeKey')
    if (char === '[') return this.#open([], 'value')
    if (char === ']') return this.#close(char)
    this.#text = char
    this.#state = 'literal'
  }

  #startString(): void {
    this.#text = ''
    this.#state = 'string'
    this.#put('')
  }

  #startKey(char: string): void {
    if (char === '}') return this.#close(char)
    this.#text = ''
    this.#state = char === '"' ? 'key' : 'broken'
  }

  #continueContainer(char: string): void {
    if (char !== ',') return this.#close(char)
    this.#state = Array.isArray(this.#stack.at(-1)?.container) ? 'value' : 'beforeKey'
  }

  #open(container: Container, next: State): void {
    this.#put(container)
    this.#stack.push({ container, key: '' })
    this.#state = this.#stack.length > maxDepth ? 'broken' : next
  }

  #close(char: string): void {
    const frame = this.#stack.pop()
    const matches =
      frame !== undefined && Array.isArray(frame.container) === (char === ']') && (char === ']' || char === '}')
    if (matches) this.#afterValue()
    else this.#state = 'broken'
  }

  #afterValue(): void {
    this.#state = this.#stack.length === 0 ? 'done' : 'afterValue'
  }

  /** A new value at the place that is open. */
  #put(value: unknown): void {
    const frame = this.#stack.at(-1)
    if (!frame) this.value = value
    else if (Array.isArray(frame.container)) frame.container.push(value)
    else setOwn(frame.container, frame.key, value)
  }

  /** The string at the place that is open has grown. */
  #replace(value: string): void {
    const frame = this.#stack.at(-1)
    if (!frame) this.value = value
    else if (Array.isArray(frame.container)) frame.container[frame.container.length - 1] = value
    else setOwn(frame.container, frame.key, value)
  }
}

/** As `JSON.parse` does it: `__proto__` is a key like any other. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

function isQuoteOrBackslash(code: number): boolean {
  return code === 0x22 || code === 0x5c
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r'
}

function isNumber(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}

/**
 * Parses JSON that may stop anywhere, as far as it goes. Never throws.
 *
 * @param onWarning told `json_parse_total_failure` when nothing at all could be read.
 * @returns the value; `{}` for blank text and for text that is no JSON.
 */
export function parseStreamingJson(
  text: string | undefined,
  onWarning?: (code: string, message: string) => void,
): unknown {
  if (text === undefined || text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return parseAsFarAsItGoes(text, onWarning)
  }
}

function parseAsFarAsItGoes(text: string, onWarning?: (code: string, message: string) => void): unknown {
  const json = new PartialJson()
  json.push(text)
  json.finish()
  if (json.value !== undefined) return json.value
  onWarning?.('json_parse_total_failure', `No JSON could be read from: ${text.slice(0, 200)}`)
  return {}
}
