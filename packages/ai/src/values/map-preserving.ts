/** `list.map(change)`, but the same list when no element changed. */
export function mapPreserving<T>(list: T[], change: (element: T) => T): T[] {
  const changed = list.map(change)
  return changed.every((element, at) => element === list[at]) ? list : changed
}
