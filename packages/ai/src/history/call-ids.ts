/**
 * A short, stable name for a text: 14 characters of `0-9a-z`. Two multiplicative 32-bit lanes, mixed at the end as
 * MurmurHash3 does. For identity, not for security.
 */
export function shortHash(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  const lane = (value: number) => (value >>> 0).toString(36).padStart(7, '0')
  return lane(b) + lane(a)
}

/**
 * An id in the alphabet that all providers share, `[A-Za-z0-9_-]`, and not longer than `maxLength` (at least 20). A legal
 * id stays as it is; whatever had to change carries a hash of the original, so that two ids never become one.
 */
export function safeCallId(id: string, maxLength: number): string {
  if (id.length <= maxLength && /^[A-Za-z0-9_-]+$/.test(id)) return id
  const suffix = `_${shortHash(id)}`
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxLength - suffix.length) + suffix
}

/** An id of exactly `length` letters and digits (at most 9), as Mistral wants them. A legal id stays as it is. */
export function alphanumericCallId(id: string, length: number): string {
  if (id.length === length && /^[A-Za-z0-9]+$/.test(id)) return id
  return shortHash(id).slice(-length)
}

/** The provider's public id of a call: what stands before the bar in an id of the Responses API (`call|item`). */
export function publicCallId(id: string): string {
  const bar = id.indexOf('|')
  return bar > 0 ? id.slice(0, bar) : id
}

/**
 * The name of a call as a provider takes it back: what is not in the alphabet becomes `_`, what is too long is cut. Models
 * call tools that nobody declared (`browser.open`), and with such a name in the history every request is refused. A
 * legal name stays as it is.
 */
export function safeCallName(name: string, maxLength: number): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxLength)
}

/** {@link safeCallName} for Gemini, which takes dots and colons as well, and wants a letter or `_` first. */
export function geminiCallName(name: string): string {
  const legal = name.replace(/[^A-Za-z0-9_.:-]/g, '_')
  return (/^[A-Za-z_]/.test(legal) ? legal : `_${legal}`).slice(0, 64)
}
