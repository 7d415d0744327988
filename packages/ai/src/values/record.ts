/** Whether a value is an object with names, neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The entry of a table for a foreign word; undefined for a word that it does not list. Only the table's own entries count:
 * `constructor` and `__proto__` are words like any other.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, word: unknown): Value | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}

/** Sets an own property, as `JSON.parse` does: `__proto__` is a key like any other. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The type of {@link compact}: fields that may be undefined may be missing. */
export type Compact<T extends object> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key]
} & { [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined> }

/** The fields that have a value, for objects whose optional fields must be missing rather than undefined. */
export function compact<T extends object>(fields: T): Compact<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<T>
}
