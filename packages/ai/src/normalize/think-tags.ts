/** Whether the text is inside the tags, and what may be the beginning of a tag. */
export interface ThinkTags {
  readonly inside: boolean
  readonly held: string
}

/** Text is visible until a tag says otherwise. */
export const outsideThinkTags: ThinkTags = { inside: false, held: '' }

export interface TaggedPiece {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

/** Cuts text at `<think>` and `</think>`, which may arrive in pieces. White space around a tag belongs to the tag. */
export function splitThinkTags(state: ThinkTags, piece: string): readonly [ThinkTags, TaggedPiece[]] {
  const pieces: TaggedPiece[] = []
  let { inside } = state
  let rest = state.held + piece
  for (;;) {
    const tag = inside ? '</think>' : '<think>'
    const at = rest.indexOf(tag)
    if (at < 0) return holdBack(inside, rest, tag, pieces)
    add(pieces, inside, rest.slice(0, at))
    rest = rest.slice(at + tag.length).replace(/^\s+/, '')
    inside = !inside
  }
}

/** What was held back turned out to be no tag. */
export function endThinkTags({ inside, held }: ThinkTags): TaggedPiece[] {
  const pieces: TaggedPiece[] = []
  add(pieces, inside, held)
  return pieces
}

function holdBack(inside: boolean, rest: string, tag: string, pieces: TaggedPiece[]): readonly [ThinkTags, TaggedPiece[]] {
  const held = heldAtEnd(rest, tag)
  add(pieces, inside, rest.slice(0, rest.length - held))
  return [{ inside, held: rest.slice(rest.length - held) }, pieces]
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
