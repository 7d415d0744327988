/**
 * Where a key leads in a list: up, down, to its beginning or its end.
 *
 * @returns undefined if the key leads nowhere.
 */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: count - 1 }[key]
  return next === undefined || count === 0 ? undefined : Math.min(Math.max(next, 0), count - 1)
}
