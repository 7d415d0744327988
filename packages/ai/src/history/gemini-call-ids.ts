const mark = 'gemini_'

/**
 * An id for a call that Gemini gave none. It is marked, because it must never be sent: Gemini takes back the ids it gave
 * and knows no others.
 */
export function privateCallId(name: string): string {
  return isPrivateCallId(name) ? name : mark + name
}

/** Whether an id was made by {@link privateCallId}. */
export function isPrivateCallId(id: string): boolean {
  return id.startsWith(mark)
}
