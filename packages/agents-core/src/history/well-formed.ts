const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** The text with U+FFFD for each half of a surrogate pair, which is no Unicode and which providers refuse. */
export function wellFormed(text: string): string {
  if ((text as { isWellFormed?: () => boolean }).isWellFormed?.()) return text
  return text.replace(loneSurrogate, '\uFFFD')
}

const escapedSurrogate = /\\u[dD][89a-fA-F]/

/** The same for JSON text, where halves may also be written as escapes. */
export function wellFormedJson(json: string): string {
  const text = wellFormed(json)
  return escapedSurrogate.test(text) ? JSON.stringify(JSON.parse(text), repairMember) : text
}

function repairMember(_: string, member: unknown): unknown {
  return typeof member === 'string' ? wellFormed(member) : member
}
