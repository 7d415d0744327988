/** Counts events that are not JSON, and keeps the first for the one warning about all of them. */
export class MalformedEvents {
  #count = 0
  #first = ''

  add(data: string): void {
    if (this.#count++ === 0) this.#first = data.slice(0, 200)
  }

  /** What to warn about; undefined if all events were JSON. */
  warning(part: 'data' | 'payload'): string | undefined {
    if (this.#count === 0) return undefined
    return `${this.#count} event(s) were left out because their ${part} is not JSON, first: ${this.#first}`
  }
}
