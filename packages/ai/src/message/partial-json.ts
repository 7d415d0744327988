import { tryParseJson, setOwn } from '../values/json.ts'
import { isBlank } from '../values/text.ts'

type Container = Record<string, unknown> | unknown[]

/** An open container and the key under which its next value goes (arrays append). */
interface Frame {
  readonly container: Container
  key: string
}

type State = 'value' | 'string' | 'key' | 'literal' | 'beforeKey' | 'beforeColon' | 'afterValue' | 'done' | 'broken'

/** What the parser shows is for display only, so a tower of brackets need not be followed to its top. */
const maxDepth = 256

// Maps, not objects: a word of the model (`__proto__`, `constructor`) must not find what all objects inherit.
const literals: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
])

/** A longer literal is no number that JavaScript could hold. */
const maxLiteral = 1024

/**
 * Reads JSON that arrives in fragments. Every character is looked at once, whatever the fragments, and `value` can be read
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

  /** Whether the text so far cannot become JSON. */
  get isBroken(): boolean {
    return this.#state === 'broken'
  }

  push(fragment: string): void {
    let at = 0
    while (at < fragment.length && this.#state !== 'broken') {
      at =
        this.#state === 'string' || this.#state === 'key'
          ? this.#readString(fragment, at)
          : this.#readOther(fragment, at)
    }
  }

  /** Takes the end of the text for the end of a number or of a (cut) literal. Nothing can be pushed after it. */
  finish(): void {
    if (this.#state !== 'literal') return
    const text = this.#text
    const word = Array.from(literals.keys()).find((name) => name.startsWith(text))
    if (word !== undefined) this.#put(literals.get(word))
    else if (isNumber(text)) this.#put(Number(text))
    this.#state = 'broken'
  }

  #readString(fragment: string, at: number): number {
    if (this.#escape !== '') return this.#readEscape(fragment, at)
    let end = at
    while (end < fragment.length && !isQuoteOrBackslash(fragment.charCodeAt(end))) end++
    if (end > at) this.#grow(fragment.slice(at, end))
    if (end === fragment.length) return end
    if (fragment[end] === '\\') this.#escape = '\\'
    else this.#endString()
    return end + 1
  }

  #readEscape(fragment: string, at: number): number {
    this.#escape += fragment[at]
    if (this.#escape[1] === 'u' && this.#escape.length < 6) return at + 1
    const escape = this.#escape
    this.#escape = ''
    const letter = escape[1] as string
    this.#grow(
      letter === 'u' ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : (escapes.get(letter) ?? letter),
    )
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

  #readOther(fragment: string, at: number): number {
    const char = fragment[at] as string
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
      if (this.#text.length > maxLiteral) this.#state = 'broken'
      return at + 1
    }
    if (literals.has(this.#text)) this.#put(literals.get(this.#text))
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
 * @param onWarning called with `json_parse_total_failure` when nothing at all could be read; what it throws is ignored.
 * @returns the value; `{}` for blank text and for text that is no JSON.
 */
export function parseStreamingJson(
  text: string | undefined,
  onWarning?: (code: string, message: string) => void,
): unknown {
  if (text === undefined || isBlank(text)) return {}
  return tryParseJson(text) ?? parseAsFarAsItGoes(text, onWarning)
}

function parseAsFarAsItGoes(text: string, onWarning?: (code: string, message: string) => void): unknown {
  const json = new PartialJson()
  json.push(text)
  json.finish()
  if (json.value !== undefined) return json.value
  try {
    onWarning?.('json_parse_total_failure', `No JSON could be read from: ${text.slice(0, 200)}`)
  } catch {
    // A warning changes nothing, whatever its callback does.
  }
  return {}
}
