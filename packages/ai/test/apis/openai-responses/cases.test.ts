import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { publicCallId } from '#src/history/call-ids.ts'
import { type AssistantMessage, toolCallsOf } from '#src/message/message.ts'
import { stream } from '#src/stream/stream.ts'

import { testModel } from '../../support/models.ts'
import { byteByByte, type Cut, cuttingFetch, serve, type TestServer, whole } from '../../support/serve.ts'
import { hasShared, sharedCases } from '../../support/shared.ts'

interface Input {
  api: string
  sse: string
}

interface Expected {
  alsoTry?: { sse: string; expected: Expected }[]
  [key: string]: unknown
}

/** What the keys of the cases mean, see their README; a key that is not here fails the case. */
const checks: Readonly<Record<string, (message: AssistantMessage, wanted: unknown) => void>> = {
  text: (message, wanted) => expect(textOf(message)).toBe(wanted),
  stopReason: (message, wanted) => expect(message.stopReason).toBe(wanted),
  usage: (message, wanted) => expect(message.usage).toMatchObject(wanted as object),
  transient: (message, wanted) => expect(message.retryable).toBe(wanted),
  errorContains: (message, wanted) => {
    for (const part of wanted as string[]) expect(message.errorMessage).toContain(part)
  },
  toolCalls: (message, wanted) => {
    const calls = toolCallsOf(message).map(({ id, name, arguments: args }) => ({
      callId: publicCallId(id),
      name,
      arguments: args,
    }))
    expect(calls).toEqual(wanted)
  },
}

const textOf = ({ content }: AssistantMessage): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

describe.runIf(hasShared)('reported streams decode as they should', () => {
  const cases = [...sharedCases('wire-normalise'), ...sharedCases('usage-cost')].filter(
    ({ input }) => input['api'] === 'openai-responses',
  )
  let server: TestServer
  let body = ''
  beforeAll(async () => {
    server = await serve(() => ({ body }))
  })
  afterAll(() => server.close())

  const decode = (cut: Cut): Promise<AssistantMessage> => {
    const model = testModel({ api: 'openai-responses', provider: 'openai', baseUrl: `${server.url}/v1` })
    const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }
    return stream(model, context, { apiKey: 'test', fetch: cuttingFetch(cut) }).result()
  }

  it.each(cases.map((shared) => [shared.id, shared] as const))('%s', async (_, { input, expected }) => {
    const { alsoTry = [], ...wanted } = expected as Expected
    for (const { sse, expected: facts } of [{ ...(input as unknown as Input), expected: wanted }, ...alsoTry]) {
      body = sse
      const message = await decode(whole)
      for (const [key, value] of Object.entries(facts)) checkOf(key)(message, value)
      expect({ ...(await decode(byteByByte)), timestamp: 0 }).toEqual({ ...message, timestamp: 0 })
    }
  })
})

function checkOf(key: string): (message: AssistantMessage, wanted: unknown) => void {
  const check = checks[key]
  if (!check) throw new Error(`No check for ${key}`)
  return check
}
