import { emptyUsage, type Message } from '@dreb/ai'
import { createProxyHandler } from '@dreb/ai/proxy'

import { bedrock } from '../wires/bedrock.ts'
import { distinctWires } from '../wires/index.ts'
import { encodeAll, textResponse, type Wire } from '../wires/wire.ts'
import type { GrowthRow } from './measure.ts'
import { ask, assertGood, respondingFetch } from './respond.ts'

function said(count: number): Message[] {
  return Array.from({ length: count }, (_, index) => ({ role: 'user', content: `message ${index}`, timestamp: index }))
}

/** Turns of a conversation, each with a call, the ids of which repeat. */
function turns(wire: Wire, count: number): Message[] {
  const { api, provider, id: model } = wire.model('')
  return Array.from({ length: count }, (_, index): Message[] => {
    const id = `call_${index % 3}`
    const usage = emptyUsage()
    const call = { type: 'toolCall' as const, id, name: 'act', arguments: { a: index } }
    return [
      {
        role: 'assistant',
        content: [call],
        api,
        provider,
        model,
        usage,
        stopReason: 'toolUse',
        timestamp: index,
      },
      {
        role: 'toolResult',
        toolCallId: id,
        toolName: 'act',
        content: [{ type: 'text', text: 'ok' }],
        isError: false,
        timestamp: index,
      },
    ]
  }).flat()
}

function onEach(name: string, size: number, run: (wire: Wire, size: number) => Promise<void>): GrowthRow[] {
  return distinctWires.map((wire) => ({ name: `${name} (${wire.api})`, size, run: (count) => run(wire, count) }))
}

/** Sends a body of so many bytes to a proxy, in chunks of so many. */
async function throughProxy(wire: Wire, messages: Message[], chunkSize: number): Promise<void> {
  const model = wire.model('http://127.0.0.1:9')
  const fetch = respondingFetch(wire, encodeAll(wire, textResponse(wire, 'ok')))
  const handle = createProxyHandler({
    models: [model],
    authorize: () => true,
    getApiKey: () => 'key',
    options: { fetch },
  })
  const bytes = Buffer.from(JSON.stringify({ model: { id: model.id }, context: { messages }, options: {} }))
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + chunkSize))
      at += chunkSize
    },
  })
  const request = new Request('http://proxy.example/api/stream', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit)
  await (await handle(request)).text()
}

/** What is sent. */
export const requestRows: readonly GrowthRow[] = [
  ...onEach('messages of the user in a row', 5000, async (wire, count) =>
    assertGood(await ask(wire, { messages: said(count) })),
  ),
  ...onEach('turns with repeated ids of calls', 700, async (wire, count) => {
    const messages = [...said(1), ...turns(wire, count), ...said(1)]
    assertGood(await ask(wire, { messages }))
  }),
  ...onEach('calls of one message with repeated ids', 700, async (wire, count) => {
    const [first, ...rest] = turns(wire, count)
    const all = [first, ...rest] as Message[]
    const content = all.flatMap((message) => (message.role === 'assistant' ? message.content : []))
    const answers = all.filter(({ role }) => role === 'toolResult')
    assertGood(await ask(wire, { messages: [...said(1), { ...first, content } as Message, ...answers, ...said(1)] }))
  }),
  {
    name: 'bytes of the body that a proxy gets, as many messages',
    size: 20_000,
    run: (count) => throughProxy(bedrock, said(count), 64 * 1024),
  },
  {
    // Chunks so small that their number costs, and not the memory of one large text, which the system gives out slowly.
    name: 'bytes of the body that a proxy gets, as one message in small chunks',
    size: 400_000,
    run: (count) => throughProxy(bedrock, [{ role: 'user', content: 'a'.repeat(count), timestamp: 1 }], 64),
  },
]
