/** How stream functions that know no error codes say that a stream was dropped. */
const dropTexts = ['Stream ended without', 'connection likely dropped', 'WebSocket stream closed before']

/** Whether a text says that a stream was dropped. Only for failures without a code. */
export function isDropText(text: string | undefined): boolean {
  return text !== undefined && dropTexts.some((drop) => text.includes(drop))
}
