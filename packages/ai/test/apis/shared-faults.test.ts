import { describe, expect, it } from 'vitest'

import { type Message, type StreamOptions, stream, validateToolArguments } from '#src/index.ts'

import { modelAt } from '../support/model-at.ts'
import { serve } from '../support/serve.ts'
import { hasShared, readFault, sharedFaults } from '../support/shared.ts'

const url = 'http://127.0.0.1:9/v1'
const models = {
  anthropic: modelAt(url, { api: 'anthropic-messages', provider: 'anthropic' }),
  chat: modelAt(url, { api: 'openai-completions', provider: 'custom' }),
  responses: modelAt(url, { api: 'openai-responses', provider: 'openai' }),
}

function modelOf(name: string) {
  const key = Object.keys(models).find((one) => name.includes(one)) as keyof typeof models
  return models[key]
}

const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(readFault(name)))

/** How each stream must end: what the response said is kept, and what it got wrong is told. */
const endings: Record<string, object> = {
  'F1-anthropic-bare-__proto__-then-error.sse': { stopReason: 'error', errorCode: 'overloaded' },
  'F16-chat-finish_reason-constructor.sse': { stopReason: 'stop', rawStopReason: 'constructor' },
  'F16-responses-service_tier-constructor.sse': { stopReason: 'stop', usage: { totalTokens: 7 } },
  'F2-anthropic-partial_json-is-a-list-then-error.sse': { stopReason: 'error', errorCode: 'overloaded' },
  'F2-responses-arguments-delta-without-delta.sse': { stopReason: 'error', errorCode: 'stream_dropped' },
  'F8-chat-finish_reason-is-a-number.sse': { stopReason: 'stop', rawStopReason: '5' },
  'hang-openai-responses-delta-missing.sse': { stopReason: 'error', errorCode: 'stream_dropped' },
}

function answer(body: Uint8Array): StreamOptions {
  const headers = { 'content-type': 'text/event-stream' }
  return { apiKey: 'key', maxRetries: 0, fetch: async () => new Response(body as BodyInit, { headers }) }
}

const hello: Message[] = [{ role: 'user', content: 'Hello', timestamp: 0 }]

describe.runIf(hasShared)('small hostile inputs', () => {
  it('all have a test', () => {
    const others = ['F3-brotli-bomb-1.5GB-one-line.br', 'F5-anthropic-empty-error-result.json', 'F7-format-url.json']
    expect(sharedFaults()).toEqual([...Object.keys(endings), ...others].toSorted())
  })

  it.each(Object.entries(endings))('%s', async (name, ending) => {
    const message = await stream(modelOf(name), { messages: hello }, answer(readFault(name))).result()
    expect(message).toMatchObject(ending)
    const values = message.content.flatMap((block) => (block.type === 'toolCall' ? Object.values(block.arguments) : []))
    expect(values).not.toContain(Object.prototype)
  })

  it('F3-brotli-bomb-1.5GB-one-line.br', async () => {
    const headers = { 'content-encoding': 'br' }
    const server = await serve(() => ({ headers, body: readFault('F3-brotli-bomb-1.5GB-one-line.br') }))
    const model = { ...models.chat, baseUrl: server.url }
    const message = await stream(model, { messages: hello }, { apiKey: 'key', maxRetries: 0 }).result()
    await server.close()
    expect(message).toMatchObject({ stopReason: 'error', errorMessage: expect.stringContaining('maxEventBytes') })
  })

  it('F5-anthropic-empty-error-result.json', async () => {
    const messages = json('F5-anthropic-empty-error-result.json') as Message[]
    let body = ''
    const fetch: typeof globalThis.fetch = async (...request) => {
      body = await new Request(...request).text()
      return new Response('{}', { status: 400 })
    }
    await stream(models.anthropic, { messages }, { apiKey: 'key', maxRetries: 0, fetch }).result()
    expect(body).toContain('"is_error":true')
    expect(body).toContain('(no tool output)')
  })

  it('F7-format-url.json', async () => {
    const fault = json('F7-format-url.json') as { schema: object; arguments: Record<string, unknown> }
    const call = { type: 'toolCall' as const, id: 'c', name: 'f', arguments: fault.arguments }
    expect(await validateToolArguments({ name: 'f', parameters: fault.schema }, call)).toEqual(fault.arguments)
  })
})
