import type { Fixture } from '@dreb/fixtures'

import type { ReplayClock } from '../replay/clock.ts'
import { createReplayFetch, type WireSignal } from '../replay/replay-fetch.ts'
import { createWireReader, type WireReader } from '../replay/wire-reader.ts'
import type { RunAction, WireRow } from '../timeline/run-state.ts'
import { loadAgent } from './agents.ts'
import type { AgentName } from './play.ts'

/** One run of one agent over one recording. */
export interface RunOptions {
  fixture: Fixture
  agent: AgentName
  clock: ReplayClock
  signal: AbortSignal
  /** Told of everything, in order: over the wire first, then what the agent made of it. */
  onAction: (action: RunAction) => void
}

/** Runs an agent over a recording from the first prompt to the last. Never rejects. */
export async function runFixture({ fixture, agent, clock, signal, onAction }: RunOptions): Promise<void> {
  onAction({ type: 'started' })
  const began = clock.now
  const at = () => clock.now - began
  const toRow = createRowMaker(fixture, at)
  const onSignal = (wire: WireSignal) => onAction({ type: 'wire', row: toRow(wire) })
  const fetch = createReplayFetch({ exchanges: fixture.exchanges, clock, onSignal })
  const play = await loadAgent[agent]()
  const outcome = await play({
    fixture,
    fetch,
    clock,
    signal,
    report: (step) => onAction({ type: 'event', event: { ...step, at: at() } }),
  })
  onAction({ type: 'ended', outcome })
}

function createRowMaker({ api }: Fixture, at: () => number): (wire: WireSignal) => WireRow {
  const readers = new Map<number, { reader: WireReader; decoder: TextDecoder }>()
  return (wire) => {
    const { exchange } = wire
    const head = { at: at(), exchange }
    if (wire.type === 'request') {
      readers.set(exchange, { reader: createWireReader(api), decoder: new TextDecoder() })
      const { method, url, body } = wire
      return { ...head, kind: 'request', method, url, body }
    }
    const read = readers.get(exchange)
    if (wire.type === 'end') return { ...head, kind: 'end', how: wire.how, deltas: read?.reader.end() ?? [] }
    const text = read?.decoder.decode(wire.bytes, { stream: true }) ?? ''
    return { ...head, kind: 'chunk', text, byteCount: wire.bytes.length, deltas: read?.reader.read(wire.bytes) ?? [] }
  }
}
