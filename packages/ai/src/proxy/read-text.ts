/** The body of a request as text; undefined if it has more bytes than allowed, of which the rest is not read. */
export async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const reader = request.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    size += step.value.byteLength
    if (size > maxBytes) {
      await reader.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(step.value, { stream: true })
  }
  return text + decoder.decode()
}
