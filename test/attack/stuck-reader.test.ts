// A9: a reader that stops reading keeps nothing open once the stream is aborted.
import { type AssistantMessageEvent, type AssistantMessageEventStream, stream } from '@dreb/ai'
import { describe, expect, it } from 'vitest'

import { endlessly } from './attacks/connection.ts'
import { within } from './run/observe.ts'
import { leftovers } from './run/problems.ts'
import { attackServer, type Serve } from './server/attack-server.ts'
import { wiresByApi } from './wires/index.ts'

/** Readers that do not read to the end. */
const readers: readonly (readonly [string, (events: AssistantMessageEventStream) => Promise<void>])[] = [
  ['never reads', async () => {}],
  ['stops after one event', async (events) => void (await events[Symbol.asyncIterator]().next())],
  ['leaves its loop', async (events) => void (await firstOf(events))],
  ['never comes back from its loop', async (events) => void stuckIn(events)],
]

const talks: Serve = (reply, wire) =>
  reply
    .head()
    .send([...wire.begin, ...wire.openText])
    .flood(Buffer.concat(Array(200).fill(wire.encode(wire.text('word'))) as Uint8Array[]), 8_000_000)

const trickles: Serve = (reply, wire) => reply.head().trickle(endlessly([], wire.encode(wire.text('a'))), 5)

const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 1 }] }

describe.each([
  ['talks fast', talks],
  ['talks slowly', trickles],
] as const)('A9: of a server that %s, a reader that', (_server, serve) => {
  describe.each(readers)('%s', (_reader, read) => {
    it.concurrent.each(wiresByApi)('leaves nothing behind after an abort of %s', async (_api, wire) => {
      const server = await attackServer(serve, wire)
      const controller = new AbortController()
      const options = { ...wire.options, apiKey: 'key', maxRetries: 0, signal: controller.signal }
      const events = stream(wire.model(server.origin), context, options)
      await read(events)
      await new Promise((resolve) => setTimeout(resolve, 60))
      controller.abort()
      const result = await within(1000, events.result())
      const left = await leftovers(controller.signal, server)
      await server.close()
      expect([result?.stopReason, ...left]).toEqual(['aborted'])
    })
  })
})

async function firstOf(events: AssistantMessageEventStream): Promise<AssistantMessageEvent | undefined> {
  for await (const event of events) return event
  return undefined
}

async function stuckIn(events: AssistantMessageEventStream): Promise<void> {
  for await (const _ of events) await new Promise(() => {})
}
