/** A message of a request, as far as cache marks depend on it. */
interface Markable<Block> {
  role: string
  content: string | readonly Block[]
}

/** A block that is to carry a cache mark, or to be followed by one. */
export interface MarkPlace {
  message: number
  block: number
}

/**
 * How far back from a mark Claude looks for an entry of an earlier request.
 * Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching#how-automatic-prefix-checking-works
 */
const lookback = 20

/**
 * Where the marks of a conversation stand: on the last block of the last user message, and, where the last turn was wider
 * than Claude looks back, on up to two blocks between, so that what the previous request wrote is found. With the mark of
 * the system prompt that is never more than the four that are allowed. Reads only the messages of the last turn.
 */
export function cacheMarkPlaces<Block>(
  messages: readonly Markable<Block>[],
  canCarry: (block: Block) => boolean,
): MarkPlace[] {
  const end = messages.findLastIndex(({ role }) => role === 'user')
  if (end < 0) return []
  const last = { message: end, block: sizeOf(messages[end]) - 1 }
  const since = blocksSince(messages, end)
  const width = since.length - 1
  return [...offsetsBetween(width).flatMap((offset) => carrierAt(messages, since, offset, canCarry)), last]
}

/** The places from the last block of the previous request up to the last block of this one. */
function blocksSince(messages: readonly Markable<unknown>[], end: number): MarkPlace[] {
  const assistant = messages.findLastIndex(({ role }, at) => at < end && role === 'assistant')
  const previous = messages.findLastIndex(({ role }, at) => at < assistant && role === 'user')
  if (previous < 0) return []
  const first = { message: previous, block: sizeOf(messages[previous]) - 1 }
  const later = messages
    .slice(previous + 1, end + 1)
    .flatMap((message, index) =>
      Array.from({ length: sizeOf(message) }, (_, block) => ({ message: previous + 1 + index, block })),
    )
  return [first, ...later]
}

/** Distances from the end of the previous request at which marks are needed. */
function offsetsBetween(width: number): number[] {
  if (width <= lookback) return []
  const near = Math.min(lookback - 1, width - lookback)
  return width - near > lookback ? [near, width - lookback] : [near]
}

/** The place at the offset, or the closest one before it whose block can carry a mark. */
function carrierAt<Block>(
  messages: readonly Markable<Block>[],
  places: readonly MarkPlace[],
  offset: number,
  canCarry: (block: Block) => boolean,
): MarkPlace[] {
  const carrier = places.slice(0, offset + 1).findLast(({ message, block }) => {
    const content = messages[message]?.content
    if (typeof content === 'string') return true
    const candidate = content?.[block]
    return candidate !== undefined && canCarry(candidate)
  })
  return carrier ? [carrier] : []
}

function sizeOf(message: Markable<unknown> | undefined): number {
  return typeof message?.content === 'string' ? 1 : (message?.content.length ?? 0)
}
