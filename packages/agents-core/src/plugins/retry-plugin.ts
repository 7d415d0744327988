import { retryAfterOf, parseError } from '@dreb/ai/normalize'

import { sleep } from '../session/sleep.ts'
import type { AgentPlugin, RequestContext } from '../types/agent.ts'
import type { RequestFailure, RequestOutcome, SendRequest } from '../types/request.ts'

/** Options of a {@link RetryPlugin}. */
export interface RetryOptions {
  /** Repetitions of one request at most. Default 3. */
  retries?: number | undefined
  /** Milliseconds before the first repetition; twice as long before each further one. Default 1000. */
  baseDelayMs?: number | undefined
  /** Longest wait, in milliseconds. A provider that asks for more is not waited for: its failure surfaces. Default 60000. */
  maxDelayMs?: number | undefined
}

/** What a failure says about trying again. */
interface Prospect {
  retryable: boolean
  /** Milliseconds that the provider asked to wait: a lower bound. */
  retryAfterMs?: number | undefined
}

/** What the official client throws for a response that is not 2xx, or that holds an error object. */
interface ApiError extends Error {
  status?: number | undefined
  headers?: Headers | undefined
  error?: unknown
}

/**
 * Repeats requests that failed for a reason that passes: a dropped stream, a rate limit, an overloaded or failing
 * server, no connection. A repetition replaces what the last attempt wrote; `request-retry` is emitted before it. Never
 * repeated: refusals, exhausted quota, invalid requests, an overflow of the context, an abort.
 *
 * The official client repeats failures before the response begins by itself, `maxRetries` times; this plugin comes on top.
 */
export class RetryPlugin implements AgentPlugin {
  readonly retries: number
  readonly baseDelayMs: number
  readonly maxDelayMs: number

  constructor({ retries = 3, baseDelayMs = 1000, maxDelayMs = 60_000 }: RetryOptions = {}) {
    this.retries = retries
    this.baseDelayMs = baseDelayMs
    this.maxDelayMs = maxDelayMs
  }

  async aroundRequest({ agent, signal }: RequestContext, next: SendRequest): Promise<RequestOutcome> {
    let outcome = await next()
    for (let attempt = 1; attempt <= this.retries && outcome.type === 'failed'; attempt++) {
      const delayMs = delayOf(this, outcome, attempt)
      if (delayMs === undefined || signal.aborted) return outcome
      agent.events.emit('request-retry', { attempt, maxAttempts: this.retries, delayMs, error: outcome.error })
      await sleep(delayMs, signal)
      if (signal.aborted) return { type: 'aborted' }
      outcome = await next()
    }
    return outcome
  }
}

/** Milliseconds to wait, or undefined when there is nothing to wait for. */
function delayOf(
  { baseDelayMs, maxDelayMs }: RetryPlugin,
  failure: RequestFailure,
  attempt: number,
): number | undefined {
  const { retryable, retryAfterMs = 0 } = prospectOf(failure)
  if (!retryable || retryAfterMs > maxDelayMs) return undefined
  const backOffMs = Math.min(baseDelayMs * 2 ** (attempt - 1), maxDelayMs)
  return Math.max(retryAfterMs, backOffMs)
}

function prospectOf({ error, phase }: RequestFailure): Prospect {
  if ('retryable' in error) return error as unknown as Prospect
  const { status, headers, error: body } = error as ApiError
  if (status !== undefined || body !== undefined) {
    return parseError(body ?? error.message, {
      ...(status !== undefined && { status }),
      ...(headers && { retryAfterMs: retryAfterOf(headers) }),
    })
  }
  // Nothing was said, so it was the connection that failed; unless the program itself is at fault, which has no cause.
  return { retryable: phase === 'response' || error.cause !== undefined || 'status' in error }
}
