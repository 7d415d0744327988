// A6, A8: secrets stay where they are put, whatever fails and wherever its text goes.
import { type Context, emptyUsage, type Model, stream } from '@dreb/ai'
import { recordFetch } from '@dreb/ai/testing'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { observe } from './run/observe.ts'
import { watchProcess } from './run/process-errors.ts'
import { summary } from './run/summary.ts'
import { echoes, fewEchoes } from './secrets/echoes.ts'
import { repeatingServers } from './secrets/failures.ts'
import { outlets } from './secrets/outlets.ts'
import { plants } from './secrets/plants.ts'
import { echoed, leaking, secretRequest } from './secrets/run.ts'
import { attackServer } from './server/attack-server.ts'
import { anthropic } from './wires/anthropic.ts'
import { wires } from './wires/index.ts'
import { callResponse } from './wires/wire.ts'

const watch = watchProcess()

afterEach(() => watch.assertUnharmed())
afterAll(() => watch.stop())

const repeated = outlets.flatMap(([out, outlet]) =>
  repeatingServers.map((server) => [server.name, out, outlet, server] as const),
)

const nearest = 'the events of a stream'

describe('A6: secrets that a server repeats', () => {
  it.each(repeated)('in %s are not shown by %s', async (_place, out, outlet, { serve, on = () => true }) => {
    // Texts are made in one place: every form is tried at its nearest way out, and some at the others.
    const forms = out === nearest ? echoes : fewEchoes()
    const problems = wires
      .filter(on)
      .map(async (wire) => (await Promise.all(forms.map((echo) => echoed(outlet, serve, echo, wire)))).flat())
    expect(summary((await Promise.all(problems)).flat())).toEqual([])
  })
})

describe('A8: a recording', () => {
  it('keeps what is only called like a secret', async () => {
    const server = await attackServer(
      (reply) => reply.head().end(callResponse(anthropic, 'act', '{"key":"F sharp"}')),
      anthropic,
    )
    const fetch = recordFetch()
    const { model, options } = secretRequest(anthropic, server.origin)
    await stream(model, { messages: musicLesson(model), tools: [login] }, { ...options, fetch }).result()
    await server.close()
    const [exchange] = fetch.recording({ name: 'attack', api: model.api }).exchanges
    expect(JSON.stringify(exchange?.request.body)).toContain('"key":"C major"')
    expect(JSON.stringify(exchange?.request.body)).toContain('"password":{"type":"string"}')
    expect(exchange?.response.chunks.map(({ text }) => text).join('')).toContain('F sharp')
  })
})

const login = {
  name: 'login',
  description: 'Logs in',
  parameters: { type: 'object', properties: { password: { type: 'string' } } },
}

function musicLesson({ api, provider, id: model }: Model): Context['messages'] {
  const call = { type: 'toolCall' as const, id: 'toolu_1', name: 'act', arguments: { key: 'C major' } }
  return [
    { role: 'user', content: 'Play', timestamp: 1 },
    {
      role: 'assistant',
      content: [call],
      api,
      provider,
      model,
      usage: emptyUsage(),
      stopReason: 'toolUse',
      timestamp: 2,
    },
    { role: 'toolResult', toolCallId: 'toolu_1', toolName: 'act', content: [], isError: false, timestamp: 3 },
  ]
}

const kept = outlets.flatMap(([out, outlet]) => plants.map((plant) => [plant.name, out, outlet, plant] as const))

describe('A6: a key that no header can hold', () => {
  it.each(wires.map((wire) => [wire.api, wire] as const))(
    'is an invalid request of %s, and is not sent',
    async (_, wire) => {
      const server = await attackServer((reply) => reply.reset(), wire)
      const request = secretRequest(wire, server.origin)
      const options = { ...request.options, apiKey: 'first line\nsecond line', maxRetries: 2 }
      const { events, result, tookMs } = await observe({ server, wire, options, deadlineMs: 3000 })
      await server.close()
      expect(result).toMatchObject({ stopReason: 'error', errorCode: 'invalid_request', retryable: false })
      expect(events).toHaveLength(1)
      expect(server.requests).toHaveLength(0)
      expect(tookMs).toBeLessThan(400)
    },
  )
})

describe('A6: secrets in', () => {
  beforeEach(() => {
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each(kept)(
    '%s are not shown by %s',
    async (_place, _out, outlet, { serve, request, secrets, on = () => true }) => {
      const problems = wires.filter(on).map(async (wire) => {
        const forms = await leaking(outlet, serve, wire, (origin) => request(wire, origin), secrets)
        return [...new Set(forms)].map((text) => ({ api: wire.api, text }))
      })
      expect(summary((await Promise.all(problems)).flat())).toEqual([])
    },
  )
})
