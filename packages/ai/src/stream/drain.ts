/** How long a server has to end a body that has said all. */
const graceMs = 100

/**
 * Leaves a body whose end mark has come: reads what is left of it in the background, because a connection can be used
 * again only when its response has ended. Hangs up on a server that does not end it.
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
