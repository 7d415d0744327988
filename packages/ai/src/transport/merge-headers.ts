type Headers = Readonly<Record<string, string>>

/**
 * Headers in layers, the last one on top. Names are the same in upper and lower case: a plain spread would send
 * `authorization` and `Authorization` both, joined by a comma.
 */
export function mergeHeaders(...layers: (Headers | undefined)[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) merged[name.toLowerCase()] = value
  }
  return merged
}
