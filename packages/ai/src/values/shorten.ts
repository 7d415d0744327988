/** Text of at most about `max` characters: the middle of longer text is left out, and how much. */
export function shorten(text: string, max = 1000): string {
  if (text.length <= max) return text
  const half = Math.floor(max / 2)
  return `${text.slice(0, half)}… (${text.length - 2 * half} characters left out) …${text.slice(-half)}`
}
