/** Headers by lower-case name. Null: not to be sent, although the SDK would. */
export type Headers = Record<string, string | null>

/** Merges headers, whatever the case of their names; the later win. */
export function mergeHeaders(...layers: (Readonly<Record<string, string | null>> | undefined)[]): Headers {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}))
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
}
