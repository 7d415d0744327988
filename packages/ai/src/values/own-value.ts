/**
 * The entry of a table for a foreign word; undefined for a word that it does not list. Only the table's own entries count:
 * `constructor` and `__proto__` are words like any other.
 */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, word: unknown): Value | undefined {
  return typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined
}
