/** The deepest nesting of JSON that is read: deeper values overflow the call stack of whoever walks them. */
export const maxJsonDepth = 512

/** What a JSON text holds; undefined for text that is not JSON, or that is nested deeper than {@link maxJsonDepth}. */
export function tryParseJson(text: string): unknown {
  if (isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Whether JSON text is nested deeper than `maxDepth`. One pass over the text, and none over a text too short for it.
 * Brackets inside strings do not count.
 */
export function isNestedTooDeep(text: string, maxDepth = maxJsonDepth): boolean {
  if (text.length <= maxDepth) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at + 1)
    // `[` and `{`, `]` and `}` differ from one another in one bit.
    else if ((code | 0x20) === 0x7b && ++depth > maxDepth) return true
    else if ((code | 0x20) === 0x7d) depth--
  }
  return false
}

const quote = 0x22

/** The place of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start)
  while (end > 0 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number, start: number): boolean {
  let first = at
  while (first > start && text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}
