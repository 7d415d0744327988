/**
 * The list that a hook must give.
 *
 * @throws TypeError with the name of the hook and what came instead
 */
export function expectList<T>(value: unknown, hook: string, of: string): T[] {
  if (Array.isArray(value)) return value as T[]
  const got = value === null ? 'null' : typeof value
  throw new TypeError(`${hook} must return an array of ${of}, got ${got}`)
}
