/** Whether the text is inside the tags, and what may be the beginning of a tag. */
export interface ThinkTags {
  readonly inside: boolean
  readonly held: string
  /** White space that follows a tag belongs to it. */
  readonly afterTag: boolean
}

/** Text is visible until the first tag. */
export const outsideThinkTags: ThinkTags = { inside: false, held: '', afterTag: false }

/** The model begins inside its thinking: its template has written the first tag. */
export const insideThinkTags: ThinkTags = { ...outsideThinkTags, inside: true }

/** Text of one kind, without its tags. */
export interface TaggedText {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

const begin = '<think>'
const end = '</think>'

/**
 * Cuts text at `<think>` and `</think>`, which may arrive in fragments. A `</think>` without its beginning is taken out:
 * the text before it has been shown.
 */
export function splitThinkTags(state: ThinkTags, fragment: string): readonly [ThinkTags, TaggedText[]] {
  const parts: TaggedText[] = []
  let { inside, afterTag } = state
  let rest = state.held + fragment
  for (;;) {
    if (afterTag) rest = rest.trimStart()
    const tag = firstTag(rest, inside ? [end] : [begin, end])
    const until = tag?.at ?? rest.length - heldAtEnd(rest, inside)
    add(parts, inside, rest.slice(0, until))
    if (!tag) return [{ inside, held: rest.slice(until), afterTag: afterTag && rest === '' }, parts]
    rest = rest.slice(tag.at + tag.text.length)
    inside = tag.text === begin
    afterTag = true
  }
}

/** What was held back turned out to be no tag. */
export function endThinkTags({ inside, held }: ThinkTags): TaggedText[] {
  const parts: TaggedText[] = []
  add(parts, inside, held)
  return parts
}

function firstTag(text: string, tags: readonly string[]): { at: number; text: string } | undefined {
  const found = tags.map((tag) => ({ at: text.indexOf(tag), text: tag })).filter(({ at }) => at >= 0)
  return found.sort((a, b) => a.at - b.at)[0]
}

/** How many characters at the end may be the beginning of a tag. */
function heldAtEnd(text: string, inside: boolean): number {
  for (let length = Math.min(end.length - 1, text.length); length > 0; length--) {
    const tail = text.slice(-length)
    if (end.startsWith(tail) || (!inside && begin.startsWith(tail))) return length
  }
  return 0
}

function add(parts: TaggedText[], inside: boolean, text: string): void {
  if (text !== '') parts.push({ kind: inside ? 'thinking' : 'text', text })
}
