/** How long a server has to end a body after its end mark. */
const graceMs = 100

/**
 * Reads what is left of a body behind its end mark, in the background, because a connection can be used again only when
 * its response has ended. Cancels a body that the server does not end.
 */
export function drain(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), graceMs)
  readToEnd(reader)
    .catch(() => {})
    .finally(() => clearTimeout(timer))
}

async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let step = await reader.read()
  while (!step.done) step = await reader.read()
}
