/** A queue whose first element is removed in constant time, however long it is. */
export class Fifo<T> {
  #items: T[]
  #head = 0

  constructor(items: readonly T[] = []) {
    this.#items = [...items]
  }

  get size(): number {
    return this.#items.length - this.#head
  }

  push(item: T): void {
    this.#items.push(item)
  }

  first(): T | undefined {
    return this.#items[this.#head]
  }

  /** Removes the oldest elements, at most `count`. */
  take(count = 1): T[] {
    const taken = this.#items.slice(this.#head, this.#head + count)
    this.#head += taken.length
    if (this.#head > 64 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head)
      this.#head = 0
    }
    return taken
  }

  clear(): void {
    this.#items = []
    this.#head = 0
  }

  /** All elements, oldest first; a copy. */
  list(): T[] {
    return this.#items.slice(this.#head)
  }
}
