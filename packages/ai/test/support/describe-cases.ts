import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { publicCallId } from '#src/history/call-ids.ts'
import { type AssistantMessage, toolCallsOf } from '#src/message/message.ts'
import type { Model, ModelCost } from '#src/message/model.ts'
import { stream } from '#src/stream/stream.ts'

import { byteByByte, type Cut, cuttingFetch, serve, type TestServer, whole } from './serve.ts'
import { hasShared, sharedCases } from './shared.ts'

interface Input {
  sse: string
  http?: { status?: number; headers?: Record<string, string> }
  splitAtBytes?: number[]
  options?: { thinkTags?: boolean; serviceTier?: string }
  prices?: ModelCost
  model?: { vendor?: string }
}

interface Expected {
  anyOf?: Expected[]
  alsoTry?: { sse: string; expected: Expected }[]
  [key: string]: unknown
}

export interface CasesUnderTest {
  /** The API's name in the cases. */
  api: string
  /** A model of this API at that address; `vendor` where the case is about one. */
  model(url: string, vendor: string | undefined): Model
}

/** Every stream of a public bug report decodes as the report says it should, whole and however it is cut. */
export function describeCases(subject: CasesUnderTest): void {
  const { api } = subject
  describe.runIf(hasShared)(`reported streams of ${api} decode as they should`, () => {
    const cases = [...sharedCases('wire-normalise'), ...sharedCases('usage-cost')].filter(
      ({ input }) => input['api'] === api,
    )
    let server: TestServer
    let reply: Input
    beforeAll(async () => {
      server = await serve(() => ({ body: reply.sse, ...reply.http }))
    })
    afterAll(() => server.close())

    const decode = (input: Input, cut: Cut): Promise<AssistantMessage> => {
      reply = input
      const { prices: cost, options, model: facts } = input
      const compat = options?.thinkTags ? { compat: { thinkTags: true } } : {}
      const target = { ...subject.model(server.url, facts?.vendor), ...(cost && { cost }), ...compat }
      const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 0 }] }
      const { serviceTier } = options ?? {}
      return stream(target, context, { apiKey: 'test', maxRetries: 0, fetch: cuttingFetch(cut), serviceTier }).result()
    }

    const expectCase = async (input: Input, expected: Expected): Promise<void> => {
      const message = await decode(input, whole)
      expectAs(message, expected)
      for (const cut of [byteByByte, cutAt(input.splitAtBytes)]) {
        expect({ ...(await decode(input, cut)), timestamp: 0 }).toEqual({ ...message, timestamp: 0 })
      }
    }

    it.each(cases.map((shared) => [shared.id, shared] as const))('%s', async (_, { input, expected }) => {
      const { alsoTry = [], ...wanted } = expected as Expected
      const first = input as unknown as Input
      await expectCase(first, wanted)
      for (const { sse, expected: more } of alsoTry) await expectCase({ ...first, sse }, more)
    })
  })
}

function cutAt(offsets: readonly number[] = []): Cut {
  return (bytes) => [0, ...offsets].map((from, at) => bytes.subarray(from, offsets[at] ?? bytes.length))
}

function expectAs(message: AssistantMessage, { anyOf, ...wanted }: Expected): void {
  for (const [key, value] of Object.entries(wanted)) checkOf(key)(message, value)
  if (anyOf)
    expect(
      anyOf.some((one) => holds(message, one)),
      'one of the alternatives',
    ).toBe(true)
}

function holds(message: AssistantMessage, expected: Expected): boolean {
  try {
    expectAs(message, expected)
    return true
  } catch {
    return false
  }
}

type Check = (message: AssistantMessage, wanted: unknown) => void

/** What the keys of the cases mean, see their README; a key that is not here fails the case. */
const checks: Readonly<Record<string, Check>> = {
  text: (message, wanted) => expect(textOf(message)).toBe(wanted),
  thinking: (message, wanted) => expect(thinkingOf(message)).toBe(wanted),
  stopReason: (message, wanted) => expect(message.stopReason).toBe(wanted),
  usage: (message, wanted) => expect(message.usage).toMatchObject(wanted as object),
  totalTokens: (message, wanted) => expect(message.usage.totalTokens).toBe(wanted),
  cost: (message, wanted) => {
    for (const [bucket, dollars] of Object.entries(wanted as Record<string, number>)) {
      expect(message.usage.cost[bucket as 'total']).toBeCloseTo(dollars, 9)
    }
  },
  transient: (message, wanted) => expect(message.retryable ?? false).toBe(wanted),
  errorNotEmpty: (message) => expect(message.errorMessage).toMatch(/\S/),
  errorContains: (message, wanted) => {
    for (const part of wanted as string[]) expect(message.errorMessage?.toLowerCase()).toContain(part.toLowerCase())
  },
  contentOrder: (message, wanted) => expect(message.content.map(({ type }) => type)).toEqual(wanted),
  opaque: (message, wanted) => {
    for (const text of wanted as string[]) expect(JSON.stringify(message.content)).toContain(text)
  },
  toolCalls: (message, wanted) => {
    const expected = (wanted as { id?: string; callId?: string }[]).map(({ id, callId, ...call }) => ({
      ...call,
      id: id === '*' ? anyId : (id ?? callId),
    }))
    const isPublic = (wanted as { callId?: string }[]).some(({ callId }) => callId !== undefined)
    const calls = toolCallsOf(message).map(({ id, name, arguments: args }) => ({
      id: isPublic ? publicCallId(id) : id,
      name,
      arguments: args,
    }))
    expect(calls).toEqual(expected)
  },
  toolCallIdsUnique: (message) => {
    const ids = toolCallsOf(message).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  },
  noToolCallWithEmptyName: (message) => expect(toolCallsOf(message).filter(({ name }) => !name)).toEqual([]),
  // The loop runs the calls of a message that ended in tool use, but for those with an error.
  executableToolCalls: (message, wanted) => {
    const runs = message.stopReason === 'toolUse' || message.stopReason === 'stop'
    expect(runs ? toolCallsOf(message).filter(({ argumentsError }) => !argumentsError) : []).toEqual(wanted)
  },
}

const anyId: unknown = expect.stringMatching(/./)

function checkOf(key: string): Check {
  const check = checks[key]
  if (!check) throw new Error(`No check for ${key}`)
  return check
}

function textOf({ content }: AssistantMessage): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function thinkingOf({ content }: AssistantMessage): string {
  return content.map((block) => (block.type === 'thinking' && !block.redacted ? block.thinking : '')).join('')
}
