import fc from 'fast-check'
import { expect, it } from 'vitest'

import { type AssistantMessage, isFailed } from '#src/message/message.ts'
import { createProxyHandler, streamProxy } from '#src/proxy.ts'
import { type ScriptedReply, scriptedModel, scriptedStream } from '#src/testing.ts'

const call = fc.record(
  { name: fc.string(), arguments: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.string()) },
  { requiredKeys: ['name', 'arguments'] },
)
const fails = fc.constantFrom<NonNullable<ScriptedReply['fails']>>(
  'drop',
  { code: 'overloaded', retryAfterMs: 3 },
  { code: 'refusal' },
)

const replies = fc.record(
  {
    thinking: fc.string({ unit: 'binary' }),
    thinkingSignature: fc.string(),
    text: fc.string({ unit: 'binary' }),
    toolCalls: fc.array(call, { maxLength: 3 }),
    usage: fc.record({ input: fc.nat(), output: fc.nat(), cacheRead: fc.nat() }),
    pieceLength: fc.integer({ min: 1, max: 9 }),
    stopReason: fc.constantFrom('stop' as const, 'length' as const),
    refusal: fc.record({ explanation: fc.string({ minLength: 1 }) }),
    fails,
    failsAfter: fc.nat({ max: 9 }),
  },
  { requiredKeys: ['pieceLength'] },
)

const context = { messages: [{ role: 'user' as const, content: 'go', timestamp: 1 }] }

/** Without the time it was made. Signatures travel with the end of a block, which one that failed does not have. */
function settled(message: AssistantMessage): AssistantMessage {
  const content = message.content.map((block) =>
    block.type === 'thinking' && isFailed(message) ? { type: block.type, thinking: block.thinking } : block,
  )
  return { ...message, content, timestamp: 0 }
}

it('a message is the same on both sides of a proxy, wherever the network cuts', async () => {
  await fc.assert(
    fc.asyncProperty(replies, fc.integer({ min: 1, max: 40 }), async (reply, size) => {
      const there = await scriptedStream(reply)(scriptedModel, context).result()
      const streamFn = scriptedStream(reply)
      const handle = createProxyHandler({ models: [scriptedModel], authorize: () => true, streamFn })
      const fetch = async (url: unknown, init?: RequestInit) =>
        cut(await handle(new Request(url as string, init)), size)
      const here = await streamProxy(scriptedModel, context, {
        proxyUrl: 'http://localhost',
        authToken: 't',
        fetch,
      }).result()
      expect(settled(here)).toEqual(settled(there))
    }),
    { numRuns: 200 },
  )
})

async function cut(response: Response, size: number): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer())
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)))
      else controller.close()
    },
  })
  return new Response(body, response)
}
