import { assertSendableHeaders } from './check-request.ts'

type Layer<Value> = Readonly<Record<string, Value>> | undefined

/**
 * Headers in layers, the last one on top. Names are the same in upper and lower case: a plain spread would send
 * `authorization` and `Authorization` both, joined by a comma. With an SDK, null keeps a header of its own from being
 * sent.
 *
 * @throws AIError `invalid_request` for a header that cannot be sent, without its value
 */
export function mergeHeaders(...layers: Layer<string>[]): Record<string, string>
export function mergeHeaders(...layers: Layer<string | null>[]): Record<string, string | null>
export function mergeHeaders(...layers: Layer<string | null>[]): Record<string, string | null> {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}))
  const merged = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))
  assertSendableHeaders(merged)
  return merged
}
