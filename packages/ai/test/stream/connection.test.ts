import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'

const answer =
  'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n' +
  'data: [DONE]\n\n'

let server: Server
let connections = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(answer)
    // The end of the body comes behind the end mark, in a packet of its own, as it does from real vendors.
    setTimeout(() => response.end(), 5)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('requests one after another share a connection', async () => {
  const { port } = server.address() as AddressInfo
  const model = modelAt(`http://127.0.0.1:${port}/v1`, { api: 'openai-completions', provider: 'openai' })
  const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }
  for (let turn = 0; turn < 4; turn++) {
    expect(await stream(model, context, { apiKey: 'key' }).result()).toMatchObject({ stopReason: 'stop' })
    // The next request of an agent comes after its tools have run.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect(connections).toBe(1)
})
