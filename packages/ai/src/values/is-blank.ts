/** Whether a text shows nothing: it is empty, or white space. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text)
}
