import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AssistantMessage } from '#src/message/message.ts'
import { stream } from '#src/stream/stream.ts'

import type { ApiUnderTest } from './apis.ts'
import { expectDecoded } from './expected.ts'
import { byteByByte, type Cut, cuttingFetch, randomCut, serve, type TestServer, whole } from './serve.ts'
import { hasShared, recordingsOf, type RecordedStream } from './shared.ts'

/** Longer bodies are not fed byte by byte. */
const maxBytes = 60_000

/** Every recorded stream, served over HTTP to the real transport, decodes to what it must, however it is cut. */
export function describeStreams(subject: Pick<ApiUnderTest, 'api' | 'model' | 'contentType' | 'recordings'>): void {
  const { api, model, contentType = 'text/event-stream', recordings } = subject
  describe.runIf(hasShared)(`recorded streams of ${api}`, () => {
    const streams = recordingsOf(recordings)
    let server: TestServer
    beforeAll(async () => {
      server = await serve(({ url }) => ({ body: bodyOf(streams, url), headers: { 'content-type': contentType } }))
    })
    afterAll(() => server.close())

    const decode = (recorded: RecordedStream, cut: Cut): Promise<AssistantMessage> => {
      const target = model(`${server.url}/${encodeURIComponent(recorded.id)}`, recorded)
      const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }
      return stream(target, context, { apiKey: 'test', fetch: cuttingFetch(cut), maxRetries: 0 }).result()
    }

    it.each(streams.map((recorded) => [recorded.id, recorded] as const))('%s', async (_, recorded) => {
      const message = await decode(recorded, whole)
      expectDecoded(recorded, message)
      const cuts = [randomCut(7), randomCut(11), ...(recorded.body.length > maxBytes ? [] : [byteByByte])]
      for (const cut of cuts) expect(settled(await decode(recorded, cut))).toEqual(settled(message))
    })
  })
}

/** The message without the time it was made. */
function settled(message: AssistantMessage): AssistantMessage {
  return { ...message, timestamp: 0 }
}

function bodyOf(streams: readonly RecordedStream[], url: string): Uint8Array {
  const id = decodeURIComponent(url.split('/')[1] ?? '')
  const found = streams.find((recorded) => recorded.id === id)
  if (!found) throw new Error(`No recorded stream for ${url}`)
  return found.body
}
