import { describe, expect, it } from 'vitest'

import { AIError } from '#src/errors/ai-error.ts'
import { withRetry } from '#src/http/with-retry.ts'

const busy = (retryAfterMs: number) =>
  new AIError('overloaded', 'busy', { status: 503, provider: 'openai', retryAfterMs, cause: 'the body' })

/** Fails with each of these in turn, then answers; tells how often it was asked. */
function failing(...errors: Error[]) {
  let asked = 0
  const send = () => {
    const error = errors[asked++]
    return error ? Promise.reject(error) : Promise.resolve('answer')
  }
  return { send, asked: () => asked }
}

describe('withRetry', () => {
  it('repeats what is transient, and nothing else', async () => {
    const { send, asked } = failing(busy(1), busy(1))
    expect(await withRetry(send, { retries: 2, maxDelayMs: 0 })).toBe('answer')
    expect(asked()).toBe(3)
    const final = new AIError('invalid_request', 'no')
    const once = failing(final)
    await expect(withRetry(once.send, { retries: 2, maxDelayMs: 0 })).rejects.toBe(final)
    expect(once.asked()).toBe(1)
  })

  it('says how often it tried, and keeps what is known of the last failure', async () => {
    const { send } = failing(busy(1), busy(1))
    await expect(withRetry(send, { retries: 1, maxDelayMs: 0 })).rejects.toMatchObject({
      code: 'overloaded',
      message: 'busy',
      retryable: false,
      attempts: 2,
      status: 503,
      provider: 'openai',
      retryAfterMs: 1,
      cause: 'the body',
    })
  })

  it('says so, too, where the second wait would be too long', async () => {
    const { send } = failing(busy(1), busy(5000))
    await expect(withRetry(send, { retries: 2, maxDelayMs: 1000 })).rejects.toMatchObject({
      message: 'busy\nThe server asks to wait 5 s (limit: 1 s, see maxRetryDelayMs).',
      retryable: false,
      attempts: 2,
      retryAfterMs: 5000,
      status: 503,
    })
  })

  it('sends nothing once the signal has fired, not even when it waits', async () => {
    const { send, asked } = failing(busy(10_000))
    const abort = new AbortController()
    const answer = withRetry(send, { retries: 2, maxDelayMs: 0, signal: abort.signal })
    setTimeout(() => abort.abort(new Error('enough')))
    await expect(answer).rejects.toThrow('enough')
    await expect(withRetry(send, { retries: 2, maxDelayMs: 0, signal: abort.signal })).rejects.toThrow('enough')
    expect(asked()).toBe(1)
  })
})
