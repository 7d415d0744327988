/** A part of a wire chunk: what carries the news, or what surrounds it. */
export interface Segment {
  text: string
  isNews: boolean
}

/** The fields of a wire chunk that say something new; the rest repeats from chunk to chunk. */
const news = /"(?:delta|content_block|usage|error|finish_reason)":\s*(?=[{"])/g

/** Cuts a wire chunk into what carries the news and what surrounds it. Joined, the parts are the chunk. */
export function spotlight(chunk: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const { index, 0: key } of chunk.matchAll(news)) {
    if (index < from) continue
    const to = endOfValue(chunk, index + key.length)
    segments.push({ text: chunk.slice(from, index), isNews: false }, { text: chunk.slice(index, to), isNews: true })
    from = to
  }
  segments.push({ text: chunk.slice(from), isNews: false })
  return segments.filter(({ text }) => text !== '')
}

/** Where the JSON value that begins here ends; a value that is cut off ends with the chunk. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (const { index, 0: token } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1
    else if (token === '}') depth -= 1
    if (depth === 0) return start + index + token.length
  }
  return text.length
}
