import type { FixtureExchange } from '@dreb/fixtures'
import { describe, expect, it } from 'vitest'

import { ReplayClock } from '../../src/replay/clock.ts'
import { createReplayFetch, type WireSignal } from '../../src/replay/replay-fetch.ts'

const url = 'https://api.made.example/v1/chat/completions'

function exchange(response: Partial<FixtureExchange['response']>): FixtureExchange {
  const chunks = [
    { afterMs: 5, text: 'one ' },
    { afterMs: 5, base64: 'dHdv' },
  ]
  const headers = { 'content-type': 'text/event-stream' }
  return { request: { method: 'POST', url }, response: { status: 200, headers, chunks, ...response } }
}

function replay(...exchanges: FixtureExchange[]): { fetch: typeof fetch; signals: WireSignal[] } {
  const signals: WireSignal[] = []
  const onSignal = (signal: WireSignal) => void signals.push(signal)
  return { fetch: createReplayFetch({ exchanges, clock: new ReplayClock(Infinity), onSignal }), signals }
}

const ask = { method: 'POST', body: '{"model":"m"}' }

describe('the replaying fetch', () => {
  it('answers with the chunks of the recording, and tells of everything that is said', async () => {
    const { fetch, signals } = replay(exchange({}))
    const response = await fetch(url, ask)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('one two')
    expect(signals).toEqual([
      { type: 'request', exchange: 0, method: 'POST', url, body: { model: 'm' } },
      { type: 'chunk', exchange: 0, afterMs: 5, bytes: new TextEncoder().encode('one ') },
      { type: 'chunk', exchange: 0, afterMs: 5, bytes: new TextEncoder().encode('two') },
      { type: 'end', exchange: 0, how: 'close' },
    ])
  })

  it('breaks a connection that broke', async () => {
    const { fetch, signals } = replay(exchange({ ending: 'drop' }))
    const response = await fetch(url, ask)
    await expect(response.text()).rejects.toThrow('terminated')
    expect(signals.at(-1)).toEqual({ type: 'end', exchange: 0, how: 'drop' })
  })

  it('tells when the client hangs up', async () => {
    const { fetch, signals } = replay(exchange({}))
    const response = await fetch(url, ask)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    expect(signals.at(-1)).toEqual({ type: 'end', exchange: 0, how: 'cancelled' })
  })

  it('says so when it is asked once too often', async () => {
    const { fetch } = replay()
    const response = await fetch(url, ask)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'recording_used_up' } })
  })
})
