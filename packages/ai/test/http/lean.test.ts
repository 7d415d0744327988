import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import { useLeanTransport } from '#src/http/lean.ts'
import { restoreTransports } from '#src/http/transports.ts'
import type { Model } from '#src/message/model.ts'
import type { StreamOptions } from '#src/options/options.ts'
import { stream } from '#src/stream/stream.ts'

import { modelAt } from '../support/model-at.ts'
import { type ReceivedRequest, type Reply, serve } from '../support/serve.ts'

const context = { systemPrompt: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }

const targets: readonly (readonly [api: string, provider: string, path: string])[] = [
  ['openai-completions', 'openai', '/v1'],
  ['openai-responses', 'openai', '/v1'],
  ['azure-openai-responses', 'azure-openai-responses', '/openai/v1'],
  ['anthropic-messages', 'anthropic', ''],
]

/** What an HTTP client says about itself is no part of the request. */
const ownHeaders = /^(user-agent|accept.*|connection|content-length|host|sec-fetch-mode|x-stainless-.*)$/

async function ask(api: string, provider: string, path: string, reply: Reply, options: StreamOptions = {}) {
  const server = await serve(() => reply)
  const model: Model = modelAt(server.url + path, { api, provider })
  const message = await stream(model, context, {
    apiKey: 'key',
    maxRetries: 0,
    sessionId: 's1',
    headers: { 'x-own': '1' },
    ...options,
  }).result()
  await server.close()
  const { timestamp: _, ...told } = message
  return {
    told: JSON.parse(JSON.stringify(told).replaceAll(server.url, 'URL')) as object,
    sent: shownOf(server.requests),
  }
}

function shownOf(requests: readonly ReceivedRequest[]) {
  return requests.map(({ method, url, headers, json }) => {
    const shown = Object.entries(headers).filter(([name]) => !ownHeaders.test(name))
    return { method, url, headers: Object.fromEntries(shown), json }
  })
}

const replies: readonly (readonly [name: string, reply: Reply])[] = [
  ['is well', { body: 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n' }],
  [
    'is a refusal to serve',
    {
      status: 429,
      body: '{"error":{"message":"slow down","type":"rate_limit_error"}}',
      headers: { 'content-type': 'application/json', 'retry-after': '3', 'x-request-id': 'r1' },
    },
  ],
  ['breaks off', { body: 'data: {"choi', ending: 'drop' }],
  ['is a redirect', { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } }],
]

describe('the lean transport', () => {
  beforeAll(() => restoreTransports())
  afterEach(() => restoreTransports())

  it.each(targets.flatMap((target) => replies.map((reply) => [...target, ...reply] as const)))(
    'sends for %s (%s) what the SDK sends, and says the same of a response, %s: one that %s',
    async (api, provider, path, _, reply) => {
      const bySdk = await ask(api, provider, path, reply)
      useLeanTransport()
      const lean = await ask(api, provider, path, reply)
      expect(lean.sent).toEqual(bySdk.sent)
      expect(lean.told).toEqual(bySdk.told)
    },
  )
})

it('loads no SDK', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load(url, context, next) {
      const [, name] = /node_modules\\/(openai|@anthropic-ai\\/sdk)\\//.exec(url) ?? []
      if (name) loaded.add(name)
      return next(url, context)
    } })
    if (process.argv[1] === 'lean') await import('@dreb/ai/lean')
    const { stream } = await import('@dreb/ai')
    for (const api of ['openai-completions', 'openai-responses', 'azure-openai-responses', 'anthropic-messages']) {
      const model = { id: 'm', name: 'm', api, provider: 'own', baseUrl: 'http://127.0.0.1:9/v1', reasoning: false,
        input: ['text'], cost: {}, contextWindow: 1000, maxTokens: 100 }
      await stream(model, { messages: [] }, { apiKey: 'k', maxRetries: 0 }).result()
    }
    console.log(JSON.stringify([...loaded].sort()))`
  const run = promisify(execFile)
  const loadedBy = async (mode: string) => {
    const args = ['--conditions=@dreb/source', '--input-type=module', '-e', script, mode]
    return JSON.parse((await run(process.execPath, args, { cwd: import.meta.dirname })).stdout) as string[]
  }
  expect(await Promise.all([loadedBy('lean'), loadedBy('sdk')])).toEqual([[], ['@anthropic-ai/sdk', 'openai']])
})

describe("a client of the caller's", () => {
  it('sends with its own base URL and key', async () => {
    const { OpenAI } = await import('openai')
    const server = await serve(() => ({
      body: 'data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}\n\n',
    }))
    const client = new OpenAI({ apiKey: 'own', baseURL: `${server.url}/v1` })
    const model = modelAt('http://127.0.0.1:9/v1', { api: 'openai-completions', provider: 'openai' })
    const message = await stream(model, context, { client, maxRetries: 0 }).result()
    await server.close()
    expect(message.stopReason).toBe('stop')
    expect(server.requests[0]?.headers.authorization).toBe('Bearer own')
  })

  it('of Anthropic, too', async () => {
    const { Anthropic } = await import('@anthropic-ai/sdk')
    const server = await serve(() => ({
      body: 'data: {"type":"message_start","message":{"content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn"}}\n\n',
    }))
    const client = new Anthropic({ apiKey: 'own', baseURL: server.url })
    const model = modelAt('http://127.0.0.1:9', { api: 'anthropic-messages', provider: 'anthropic' })
    const message = await stream(model, context, { client, maxRetries: 0 }).result()
    await server.close()
    expect(message.stopReason).toBe('stop')
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer own',
      'anthropic-version': '2023-06-01',
    })
  })
})
