/** Up to so many entries, copying the map costs less than sharing it. */
const maxCopied = 16

const absent = Symbol('absent')

/**
 * A map that is a value: {@link with} and {@link without} give another one, and this one stays as it was. Changing the
 * newest version again and again, as folding a stream does, costs the same for each change, however many entries there
 * are. (Baker's trick: the newest version owns the table, an older one knows what has been changed since.)
 */
export class PersistentMap<Key, Value> implements Iterable<[Key, Value]> {
  /** The table, in the version that owns it. */
  #table: Map<Key, Value> | undefined
  /** In other versions: the next one, and the entry that it changed, as it was before. */
  #newer: PersistentMap<Key, Value> | undefined
  #key: Key | undefined
  #before: Value | typeof absent = absent

  constructor(entries?: Iterable<readonly [Key, Value]>) {
    this.#table = new Map(entries)
  }

  get size(): number {
    return this.#own().size
  }

  get(key: Key): Value | undefined {
    return this.#own().get(key)
  }

  has(key: Key): boolean {
    return this.#own().has(key)
  }

  with(key: Key, value: Value): PersistentMap<Key, Value> {
    return this.#change(key, (table) => table.set(key, value))
  }

  without(key: Key): PersistentMap<Key, Value> {
    return this.has(key) ? this.#change(key, (table) => table.delete(key)) : this
  }

  /** The entries; those of a version that is not the newest may come in another order. */
  [Symbol.iterator](): Iterator<[Key, Value]> {
    return this.#own().entries()
  }

  #change(key: Key, change: (table: Map<Key, Value>) => void): PersistentMap<Key, Value> {
    const table = this.#own()
    const next = new PersistentMap<Key, Value>()
    next.#table = table.size > maxCopied ? this.#handOver(table, key, next) : new Map(table)
    change(next.#table)
    return next
  }

  #handOver(table: Map<Key, Value>, key: Key, next: PersistentMap<Key, Value>): Map<Key, Value> {
    this.#before = table.has(key) ? (table.get(key) as Value) : absent
    this.#key = key
    this.#newer = next
    this.#table = undefined
    return table
  }

  /** A table of this version's own: that of the newest version, copied, with the later changes taken back. */
  #own(): Map<Key, Value> {
    if (this.#table) return this.#table
    const [newest = this, ...older] = PersistentMap.#fromNewest(this)
    const table = new Map(newest.#table)
    for (const version of older) version.#takeBack(table)
    this.#newer = undefined
    this.#table = table
    return table
  }

  static #fromNewest<Key, Value>(version: PersistentMap<Key, Value>): PersistentMap<Key, Value>[] {
    const versions = [version]
    for (let next = version.#newer; next; next = next.#newer) versions.push(next)
    return versions.reverse()
  }

  #takeBack(table: Map<Key, Value>): void {
    if (this.#before === absent) table.delete(this.#key as Key)
    else table.set(this.#key as Key, this.#before)
  }
}
