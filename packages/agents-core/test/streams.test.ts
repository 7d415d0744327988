import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Agent, type AgentNS } from '#src/index.ts'

import { cuttingFetch, randomCut, serve, type TestServer, whole } from '../../ai/test/support/serve.ts'
import { exclusionOf, hasShared, type RecordedStream, recordedStreams } from '../../ai/test/support/shared.ts'

const streams = recordedStreams('openai-completions')

/** What became of one answer of a real provider, through the official client. */
async function answerOf(
  url: string,
  { id }: RecordedStream,
  fetch: typeof globalThis.fetch,
): Promise<{ message: AgentNS.Message; errors: Error[] }> {
  const client = new OpenAI({ apiKey: 'k', baseURL: `${url}/${encodeURIComponent(id)}`, maxRetries: 0, fetch })
  const agent = new Agent({ client, model: 'm' })
  const errors: Error[] = []
  agent.events.on('error', (error) => void errors.push(error))
  // Calls are looked at, not run: one round is what was recorded.
  agent.use({ onToolCall: (ctx) => (ctx.preventDefault(), 'not run') })
  await agent.send('Hello')
  const message = agent.messages.find(({ role }) => role === 'assistant')
  if (!message) throw new Error('no answer')
  return { message, errors }
}

const textOf = ({ content = '' }: AgentNS.Message): string =>
  typeof content === 'string'
    ? content
    : content.flatMap((section) => (section.type === 'text' ? [section.text] : [])).join('')
const callsOf = ({ tool_calls = [], function_call }: AgentNS.Message) =>
  [...tool_calls.map((call) => call.function), ...(function_call ? [function_call] : [])].map((call) => [
    call?.name,
    call?.arguments,
  ])

/** The message without what is made anew each time. */
const settled = (message: AgentNS.Message): object => ({
  ...message,
  id: '',
  tool_calls: message.tool_calls?.map((call) => ({ ...call, id: '' })),
})

/** What can be compared with what a stream must decode to. A failed answer holds the failure instead of its text. */
function decoded(message: AgentNS.Message) {
  const { status, reasoning_content: reasoning = '' } = message
  if (status !== 'completed') return { status, reasoning }
  const finish = message.finish_reason ?? null
  return { status, reasoning, text: textOf(message), calls: callsOf(message), finish, usage: message.usage ?? null }
}

function wanted(recorded: RecordedStream) {
  const { text, reasoning, toolCalls, finishReason: finish, usage } = recorded.expected
  if (isFailed(recorded)) return { status: 'error', reasoning }
  const calls = toolCalls.map((call) => [call.name, call.arguments])
  const all: Record<string, unknown> = { status: 'completed', reasoning, text, calls, finish, usage }
  for (const part of exclusionOf(recorded.id).ignore ?? []) delete all[part]
  return all
}

/** The official client passes over lines that are no SSE fields, so this failure looks like an end without its mark. */
const unheard = 'openai-completions/gpustack--qwen3-error-reasoning-large'

function isFailed({ id, expected }: RecordedStream): boolean {
  const { errors = [], finishReason, refusal, toolCalls } = expected
  const isCut = finishReason === null && toolCalls.length > 0
  return (errors.length > 0 && id !== unheard) || Boolean(refusal) || finishReason === 'content_filter' || isCut
}

describe.runIf(hasShared)('recorded Chat Completions streams through the official client', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await serve(({ url }) => {
      const found = streams.find(({ id }) => url.startsWith(`/${encodeURIComponent(id)}/`))
      return found ? { body: found.body } : { status: 404 }
    })
  })
  afterAll(() => server.close())

  it.each(streams.map((recorded) => [recorded.id, recorded] as const))('%s', async (_, recorded) => {
    const { message, errors } = await answerOf(server.url, recorded, cuttingFetch(whole))
    expect(decoded(message)).toMatchObject(wanted(recorded))
    expect(errors.length).toBe(message.status === 'error' ? 1 : 0)
    for (const cut of [randomCut(3), randomCut(5)]) {
      const again = await answerOf(server.url, recorded, cuttingFetch(cut))
      expect(settled(again.message)).toEqual(settled(message))
    }
  })
})
