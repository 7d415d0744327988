import { createOpenAIChatNormalizer, type Delta, type ErrorDelta } from '@dreb/ai/normalize'

import { textOf } from '../message/content.ts'
import { toError } from '../message/to-error.ts'
import type { AgentLike } from '../types/agent.ts'
import type { Chunk } from '../types/client.ts'
import { ResponseError } from '../types/errors.ts'
import type { MessageLike } from '../types/message.ts'
import type { RequestOutcome } from '../types/request.ts'
import { clearResponse, OpenCalls, project } from './project.ts'
import { readRaw } from './read-raw.ts'

// Users bring clients of all kinds, so the provider is not known: some repeat the whole argument text in each delta.
const normalizer = createOpenAIChatNormalizer({ cumulativeArguments: true })

/** Writes one response into a message. */
export interface Reception {
  /** Reads a chunk. Nothing more is worth reading after `'enough'`. */
  chunk(this: void, chunk: Chunk): 'enough' | void
  /** The stream has ended, or broke. */
  end(cause?: unknown): RequestOutcome
}

/** Begins to write a response into `message`; `agent` emits an event before and after each chunk. */
export function receive(agent: Pick<AgentLike, 'events' | 'lastUsage'>, message: MessageLike): Reception {
  const { events } = agent
  const calls = new OpenCalls()
  let state = normalizer.initial
  let hasBegun = false
  let outcome: Extract<Delta, { type: 'done' | 'error' }> | undefined

  function apply(deltas: readonly Delta[]): void {
    for (const delta of deltas) {
      if (delta.type === 'done' || delta.type === 'error') outcome ??= delta
      else project(message, delta, calls)
    }
  }

  function begin(): void {
    hasBegun = true
    // A placeholder may hold text of its own, which the model has not said.
    clearResponse(message)
  }

  return {
    chunk(chunk) {
      events.emit('chunk', chunk)
      // `data: null` is JSON and says nothing, and neither does a number.
      if (typeof chunk !== 'object' || chunk === null) return
      if (!hasBegun) begin()
      const [next, deltas] = normalizer.reduce(state, chunk)
      state = next
      apply(deltas)
      readRaw(agent, message, chunk)
      events.emit('chunk-parsed', message, chunk)
      return outcome && 'enough'
    },
    end(cause) {
      apply(normalizer.end(state)[1])
      if (isSaidByProvider(cause)) return { type: 'failed', phase: 'response', error: toError(cause) }
      if (outcome?.type === 'error') return failureOf(outcome, message, cause)
      return { type: 'completed', isCut: outcome?.reason === 'length' }
    },
  }
}

/** Clients of users send no end mark now and then, so text without one is a response; a call without one is none. */
function failureOf(delta: ErrorDelta, message: MessageLike, cause: unknown): RequestOutcome {
  const isDrop = delta.code === 'stream_dropped'
  if (isDrop && cause === undefined && isTextOnly(message)) return { type: 'completed' }
  if (isDrop && cause !== undefined) return { type: 'failed', phase: 'response', error: toError(cause) }
  return { type: 'failed', phase: 'response', error: new ResponseError(delta.message, delta, { cause }) }
}

/** The official client throws the error objects that it finds in a stream. They count even after the end mark. */
function isSaidByProvider(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && (cause as { error?: unknown }).error !== undefined
}

function isTextOnly({ content, tool_calls, function_call }: MessageLike): boolean {
  return !tool_calls && !function_call && textOf(content) !== ''
}
