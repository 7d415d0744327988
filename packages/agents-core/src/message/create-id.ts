interface MaybeCrypto {
  randomUUID?: () => string
  getRandomValues?: (array: Uint8Array<ArrayBuffer>) => Uint8Array
}

let count = 0

/**
 * A unique id. `crypto.randomUUID` exists in secure contexts only, and some hosts have no `crypto` at all; a counter
 * keeps ids apart even where randomness is poor.
 */
export function createId(): string {
  const { crypto } = globalThis as { crypto?: MaybeCrypto }
  if (crypto?.randomUUID) return crypto.randomUUID()
  const bytes = new Uint8Array(12)
  if (crypto?.getRandomValues) crypto.getRandomValues(bytes)
  else bytes.forEach((_, at) => (bytes[at] = Math.random() * 256))
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${Date.now().toString(36)}-${(count++).toString(36)}-${random}`
}

/** An id for a tool call: short enough and of the alphabet that every provider accepts. */
export function createCallId(): string {
  return `call_${createId().replaceAll('-', '').slice(-24)}`
}
