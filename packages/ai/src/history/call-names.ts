/**
 * The name of a call as a vendor takes it back: what is not in the alphabet becomes `_`, what is too long is cut. Models
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
