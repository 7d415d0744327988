/** Whether the text is inside the tags, and what may be the beginning of a tag. */
export interface ThinkTags {
  readonly inside: boolean
  readonly held: string
  /** White space that follows a tag belongs to it. */
  readonly afterTag: boolean
}

/** Text is visible until a tag says otherwise. */
export const outsideThinkTags: ThinkTags = { inside: false, held: '', afterTag: false }

/** Text of one kind, without its tags. */
export interface TaggedPiece {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

/** Cuts text at `<think>` and `</think>`, which may arrive in pieces. */
export function splitThinkTags(state: ThinkTags, piece: string): readonly [ThinkTags, TaggedPiece[]] {
  const pieces: TaggedPiece[] = []
  let { inside, afterTag } = state
  let rest = state.held + piece
  for (;;) {
    if (afterTag) rest = rest.trimStart()
    const tag = inside ? '</think>' : '<think>'
    const at = rest.indexOf(tag)
    const end = at < 0 ? rest.length - heldAtEnd(rest, tag) : at
    add(pieces, inside, rest.slice(0, end))
    if (at < 0) return [{ inside, held: rest.slice(end), afterTag: afterTag && rest === '' }, pieces]
    rest = rest.slice(at + tag.length)
    inside = !inside
    afterTag = true
  }
}

/** What was held back turned out to be no tag. */
export function endThinkTags({ inside, held }: ThinkTags): TaggedPiece[] {
  const pieces: TaggedPiece[] = []
  add(pieces, inside, held)
  return pieces
}

/** How many characters at the end may be the beginning of the tag. */
function heldAtEnd(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--) {
    if (tag.startsWith(text.slice(-length))) return length
  }
  return 0
}

function add(pieces: TaggedPiece[], inside: boolean, text: string): void {
  if (text !== '') pieces.push({ kind: inside ? 'thinking' : 'text', text })
}
