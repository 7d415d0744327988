import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach } from 'vitest'

import type { ProviderStreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { modelAt } from './model-at.ts'
import { type Reply, serve, type TestServer } from './serve.ts'

export const chunk = (content: string): string =>
  `data: ${JSON.stringify({ id: 'r', choices: [{ index: 0, delta: { content } }] })}\n\n`

export const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

export const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }

export function ask(url: string, options: ProviderStreamOptions = {}) {
  return stream(modelAt(`${url}/v1`, { api: 'openai-completions', provider: 'custom' }), context, options)
}

/** Servers that are closed after each test of a file. */
export function openServers() {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function serving(reply: (index: number) => Reply): Promise<TestServer> {
    const server = await serve((_, index) => reply(index))
    closers.push(server.close)
    return server
  }

  /** A server that leaves the response to the test. */
  async function talking(talk: (response: ServerResponse) => void): Promise<string> {
    const server = createServer((_, response) => talk(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.close()
      server.closeAllConnections()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  return { closers, serving, talking }
}
