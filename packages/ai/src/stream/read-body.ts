import type { DecodeFrames } from '../http/frames.ts'
import { maxTimerMs } from '../http/sleep.ts'
import type { AssistantMessageEventStream } from '../message/event-stream.ts'
import type { OnWarning } from '../options/options.ts'
import { drain } from './drain.ts'
import { idleTimeoutError } from './idle-timeout.ts'
import type { Receiver, WireReceiver } from './pipeline.ts'

/** What reading a body takes: how it is cut, where the chunks go, and what may end it early. */
export interface BodyReading<Chunk> {
  decode: DecodeFrames<Chunk>
  wire: WireReceiver<Chunk, unknown>
  receiver: Receiver
  stream: AssistantMessageEventStream
  idleTimeoutMs: number
  signal?: AbortSignal | undefined
  onWarning?: OnWarning | undefined
}

/** Reads a response body to its end, or until the signal fires or nothing comes any more. */
export async function readBody<Chunk>(body: ReadableStream<Uint8Array>, reading: BodyReading<Chunk>): Promise<void> {
  const { wire, receiver, idleTimeoutMs, signal } = reading
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  const watch = watchIdle(idleTimeoutMs, () => {
    // A server that has said all may fail to hang up: the answer is complete all the same.
    if (wire.isFinished) wire.end()
    else receiver.fail(idleTimeoutError(idleTimeoutMs))
    cancel()
  })
  signal?.addEventListener('abort', cancel)
  try {
    await pump(reader, reading, watch)
    drain(reader)
  } catch (error) {
    wire.end(error)
    cancel()
  } finally {
    watch.stop()
    signal?.removeEventListener('abort', cancel)
  }
}

/** One synchronous fold per network chunk; then whoever reads the events gets a turn before the next one is fetched. */
async function pump<Chunk>(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { decode, wire, receiver, stream, onWarning }: BodyReading<Chunk>,
  watch: IdleWatch,
): Promise<void> {
  let isOver = false
  const decoder = decode({
    chunk: (chunk) => wire.chunk(chunk),
    warn: (code, message) => onWarning?.(code, message),
    fail: (error) => receiver.fail(error),
    done: () => (isOver = true),
  })
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    decoder.feed(step.value)
    if (isOver || wire.isComplete) break
    const drained = stream.drained()
    if (drained) await paused(watch, drained)
    watch.touch()
  }
  decoder.end()
  wire.end()
}

async function paused(watch: IdleWatch, drained: Promise<void>): Promise<void> {
  watch.pause()
  await drained
}

interface IdleWatch {
  /** Something came. */
  touch: () => void
  /** Nothing is waited for until the next touch: whoever reads the events may take as long as it likes. */
  pause: () => void
  stop: () => void
}

/** One timer for the whole stream, not one per chunk: it looks when the last chunk came, and goes back to sleep. */
function watchIdle(limitMs: number, onIdle: () => void): IdleWatch {
  let last = performance.now()
  const sleepFor = (ms: number) => (limitMs > 0 ? setTimeout(check, Math.min(ms, maxTimerMs)) : undefined)
  let timer = sleepFor(limitMs)

  function check(): void {
    const left = last + limitMs - performance.now()
    if (left <= 0) onIdle()
    else timer = sleepFor(Math.min(Math.ceil(left), limitMs))
  }

  return {
    touch: () => void (last = performance.now()),
    pause: () => void (last = Number.POSITIVE_INFINITY),
    stop: () => clearTimeout(timer),
  }
}
