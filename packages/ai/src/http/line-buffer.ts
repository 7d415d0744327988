/** What a fragment of text completed. */
export interface TakenLines {
  /** Whole lines, with their ends; empty if no line ended. */
  lines: string
  /** Whether there was more than comments and blank lines. */
  isProgress: boolean
  /** Whether the event that is open exceeds the limit. */
  isTooLarge: boolean
}

/**
 * Keeps the start of a line until its end has come: the parser would forget an unknown field that it does not get at
 * once, and would look at a long line again with every fragment. Every character is looked at a fixed number of times,
 * wherever the network cuts.
 */
export class LineBuffer {
  /** Fragments of the line that has not ended. */
  #open: string[] = []
  /** Whether that line is a comment; undefined as long as it is empty. */
  #isComment: boolean | undefined
  /** Characters since the last blank line: the size of the event so far. */
  #eventLength = 0
  readonly #maxLength: number

  /** @param maxBytes limit of one event. Counted in characters, of which no text has more than bytes. */
  constructor(maxBytes: number) {
    this.#maxLength = maxBytes
  }

  take(text: string): TakenLines {
    const end = endOfLastLine(text)
    const [whole, rest] = [text.slice(0, end), text.slice(end)]
    const isProgress = this.#sees(whole, rest)
    const isTooLarge = this.#grow(whole, rest)
    if (isTooLarge) this.#open = []
    const lines = isTooLarge || whole === '' ? '' : this.#close(whole)
    if (!isTooLarge && rest !== '') this.#open.push(rest)
    return { lines, isProgress, isTooLarge }
  }

  /** The lines with the start of the first one. */
  #close(whole: string): string {
    if (this.#open.length === 0) return whole
    const lines = this.#open.join('') + whole
    this.#open = []
    return lines
  }

  /** Whether anything but comments and blank lines is in the text. */
  #sees(whole: string, rest: string): boolean {
    const isSeen = this.#seesIn(whole)
    if (whole !== '') this.#isComment = undefined
    return this.#seesIn(rest) || isSeen
  }

  #seesIn(text: string): boolean {
    if (text === '') return false
    const isContinued = this.#isComment !== undefined
    this.#isComment ??= text.startsWith(':')
    if (isContinued && !this.#isComment && !isLineEnd(text.charCodeAt(0))) return true
    // Of a continued line, and of a comment, what counts is what comes after its end.
    return isContinued ? /[\r\n][^:\r\n]/.test(text) : /^[^:\r\n]|[\r\n][^:\r\n]/.test(text)
  }

  /** Adds to the size of the open event; a blank line ends it. */
  #grow(whole: string, rest: string): boolean {
    const before = this.#eventLength
    const blank = endOfLastBlankLine(whole)
    this.#eventLength = (blank === 0 ? before + whole.length : whole.length - blank) + rest.length
    if (this.#eventLength > this.#maxLength) return true
    // Events that began and ended in this text: looked at one by one only if one of them can be too large.
    return before + blank > this.#maxLength && longestEvent(whole, before) > this.#maxLength
  }
}

/** The length of the longest event that ends in a text, of whose first event `before` characters came earlier. */
function longestEvent(text: string, before: number): number {
  let longest = 0
  let start = -before
  for (const { index } of text.matchAll(/\n\r?\n|\r\r/g)) {
    longest = Math.max(longest, index - start)
    start = index
  }
  return longest
}

/** Where the last whole line of a text ends. Bare CRs count only where there is no LF. */
function endOfLastLine(text: string): number {
  return text.lastIndexOf('\n') + 1 || text.lastIndexOf('\r') + 1
}

/** Where the last blank line of a text ends, or 0. Hardly any server sends a CR: one search for it saves two others. */
function endOfLastBlankLine(text: string): number {
  const end = endOfLast('\n\n', text)
  return text.includes('\r') ? Math.max(end, endOfLast('\n\r\n', text), endOfLast('\r\r', text)) : end
}

function endOfLast(mark: string, text: string): number {
  const at = text.lastIndexOf(mark)
  return at < 0 ? 0 : at + mark.length
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}
