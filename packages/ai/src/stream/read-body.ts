import { type AssistantMessageEventStream, whenDrained } from '../message/event-stream.ts'
import { drain } from './drain.ts'
import { idleTimeoutError, type IdleWatch, watchIdle } from './idle-timeout.ts'
import type { ResponsePipeline } from './pipeline.ts'

/** Whom the reading of a body waits for, and what may end it early. */
export interface Reading {
  /** Held back while whoever reads its events is far behind. */
  stream: AssistantMessageEventStream
  idleTimeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Reads a response body into the pipeline: to its end, or until the signal fires or no data comes any more. The
 * connection is free afterwards, whichever way it ended.
 */
export async function readBody(
  body: ReadableStream<Uint8Array>,
  pipeline: ResponsePipeline,
  { stream, idleTimeoutMs, signal }: Reading,
): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  const watch = watchIdle(idleTimeoutMs, () => {
    pipeline.end(idleTimeoutError(idleTimeoutMs))
    cancel()
  })
  signal?.addEventListener('abort', cancel)
  try {
    await pump(reader, pipeline, stream, watch)
    pipeline.end()
  } catch (error) {
    pipeline.end(error)
  } finally {
    watch.stop()
    signal?.removeEventListener('abort', cancel)
    if (pipeline.hasFailed) cancel()
    else drain(reader)
  }
}

/** One synchronous fold per network chunk; then whoever reads the events gets a turn before the next one is fetched. */
async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  pipeline: ResponsePipeline,
  stream: AssistantMessageEventStream,
  watch: IdleWatch,
): Promise<void> {
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const isProgress = pipeline.feed(step.value)
    if (pipeline.isDone) return
    const drained = whenDrained(stream)
    if (drained) await paused(watch, drained)
    if (isProgress || drained) watch.touch()
  }
}

async function paused(watch: IdleWatch, drained: Promise<void>): Promise<void> {
  watch.pause()
  await drained
}
