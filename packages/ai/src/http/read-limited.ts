/** What was read of a body. */
export interface LimitedText {
  text: string
  /** Whether there was more, which was not read. */
  isCut: boolean
}

/** How far a body is read. */
export interface ReadLimits {
  maxBytes: number
  /** Milliseconds after which what has come is taken for all. Default: no limit. */
  timeoutMs?: number
  signal?: AbortSignal | undefined
}

/**
 * The text of a body, as far as the limits allow; the rest is canceled, on every way out, so that no socket stays open.
 * A body that breaks off gives what came before. Time is linear in the bytes, however small the chunks.
 */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null,
  { maxBytes, timeoutMs, signal }: ReadLimits,
): Promise<LimitedText> {
  if (!body) return { text: '', isCut: false }
  const reader = body.getReader()
  let isCut = false
  const cut = () => {
    isCut = true
    cancel(reader)
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(cut, timeoutMs)
  signal?.addEventListener('abort', cut)
  if (signal?.aborted) cut()
  try {
    const { text, isComplete } = await readText(reader, maxBytes)
    return { text, isCut: isCut || !isComplete }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cut)
    cancel(reader)
  }
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; isComplete: boolean }> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  let step = await nextOf(reader)
  for (; step && !step.done && size <= maxBytes; step = await nextOf(reader)) {
    parts.push(decoder.decode(step.value.subarray(0, maxBytes - size), { stream: true }))
    size += step.value.byteLength
  }
  parts.push(decoder.decode())
  return { text: parts.join(''), isComplete: step?.done === true && size <= maxBytes }
}

/** The next chunk; undefined if the connection was lost. */
function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>) {
  return reader.read().catch(() => undefined)
}

function cancel(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  void reader.cancel().catch(() => {})
}
