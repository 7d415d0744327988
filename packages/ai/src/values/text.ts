/** Text of at most about `max` characters: the middle of longer text is left out, and how much. */
export function shorten(text: string, max = 1000): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half)}… (${text.length - 2 * half} characters left out) …${text.slice(-half)}`
}

/** The longest text of a value, in characters. */
const maxText = 10_000

/** Values inside a value that are shown, so that a huge object costs no more than its text. */
const maxParts = 2000
const maxDepth = 32

/**
 * The text of any value, and never a throw: a string as it is, anything else as JSON. What JSON cannot hold is named:
 * a cycle `[circular]`, a getter or `toJSON` that throws `[unreadable]`, a function `[function]`; a BigInt and a symbol
 * are written as JavaScript writes them. Long text loses its middle.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return shorten(value, maxText)
  if (typeof value !== 'object' || value === null) return String(value)
  try {
    return shorten(JSON.stringify(new PlainCopy().of(value)) ?? '[unreadable]', maxText)
  } catch {
    return '[unreadable]'
  }
}

/** Makes copies that `JSON.stringify` can write. */
class PlainCopy {
  readonly #open = new Set<object>()
  #parts = 0

  of(value: unknown): unknown {
    if (++this.#parts > maxParts) return '…'
    switch (typeof value) {
      case 'string':
        return shorten(value, maxText)
      case 'bigint':
      case 'symbol':
        return String(value)
      case 'function':
        return '[function]'
      default:
        return typeof value === 'object' && value !== null ? this.#ofObject(value) : value
    }
  }

  #ofObject(value: object): unknown {
    if (this.#open.has(value)) return '[circular]'
    if (this.#open.size >= maxDepth) return '…'
    this.#open.add(value)
    const copy = unlessThrown(() => this.#ofParts(value))
    this.#open.delete(value)
    return copy
  }

  #ofParts(value: object): unknown {
    const { toJSON } = value as { toJSON?: unknown }
    if (typeof toJSON === 'function') return this.of(toJSON.call(value) as unknown)
    if (Array.isArray(value)) return value.slice(0, maxParts).map((part) => this.of(part))
    const keys = Object.keys(value).slice(0, maxParts)
    return Object.fromEntries(keys.map((key) => [key, this.#ofProperty(value, key)]))
  }

  #ofProperty(value: object, key: string): unknown {
    return unlessThrown(() => this.of((value as Record<string, unknown>)[key]))
  }
}

function unlessThrown(read: () => unknown): unknown {
  try {
    return read()
  } catch {
    return '[unreadable]'
  }
}

/** Whether a text shows nothing: it is empty, or white space. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text)
}
