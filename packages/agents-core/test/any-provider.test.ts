import { type AIError, createOpenAIClient, type Model } from '@dreb/ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Agent, type AgentNS, CallbackTool } from '#src/index.ts'

import { modelAt } from '../../ai/test/support/model-at.ts'
import { serve, type TestServer } from '../../ai/test/support/serve.ts'
import { exclusionOf, hasShared, type RecordedStream, recordedStreams } from '../../ai/test/support/shared.ts'

type Target = (url: string, recorded: RecordedStream) => Model

const targets: Record<string, Target> = {
  'anthropic-messages': (url, { model }) =>
    modelAt(url, { api: 'anthropic-messages', provider: 'anthropic', id: model ?? 'm' }),
  'openai-responses': (url, { model }) =>
    modelAt(url, { api: 'openai-responses', provider: 'openai', id: model ?? 'm' }),
  'google-generative-ai': (url, { model }) =>
    modelAt(`${url}/v1beta`, { api: 'google-generative-ai', provider: 'google', id: model ?? 'm' }),
}

/** The agent that every test of this package uses, on a model of another provider. */
async function answerOf(model: Model): Promise<{ message: AgentNS.Message | undefined; errors: Error[] }> {
  const client = createOpenAIClient(model, { apiKey: 'test', maxRetries: 0 })
  const agent = new Agent({ client, model: model.id })
  const errors: Error[] = []
  agent.events.on('error', (error) => void errors.push(error))
  agent.use({ onToolCall: (ctx) => (ctx.preventDefault(), 'not run') })
  await agent.send('Hello')
  return { message: agent.messages.find(({ role }) => role === 'assistant'), errors }
}

const callsOf = (message: AgentNS.Message | undefined) =>
  (message?.tool_calls ?? []).map(({ function: fn }) => [fn?.name, JSON.parse(fn?.arguments || '{}') as unknown])

/** Parts of a summary are set apart by us, and run together in what a stream must decode to. */
const withoutBreaks = (text: string) => text.replaceAll('\n\n', '')

function decoded(message: AgentNS.Message | undefined) {
  return {
    status: message?.status,
    text: message?.content,
    reasoning: withoutBreaks(message?.reasoning_content ?? ''),
    calls: callsOf(message),
    hasUsage: message?.usage !== undefined,
  }
}

function wanted({ id, expected }: RecordedStream): Record<string, unknown> {
  const { text, reasoning, toolCalls, usage } = expected
  const ignored = exclusionOf(id).ignore ?? []
  const calls = () => toolCalls.map((call) => [call.name, JSON.parse(call.arguments || '{}') as unknown])
  return {
    status: 'completed',
    text,
    reasoning: withoutBreaks(reasoning),
    hasUsage: Object.values(usage ?? {}).some((count) => typeof count === 'number' && count > 0),
    ...(!ignored.includes('calls') && { calls: calls() }),
  }
}

/** Streams that end as they should; those that fail are looked at by themselves. */
function isWhole({ expected }: RecordedStream): boolean {
  const { finishReason, errors, refusal, promptFeedback } = expected
  return (
    finishReason !== null &&
    finishReason !== 'refusal' &&
    finishReason !== 'failed' &&
    !errors &&
    !refusal &&
    !promptFeedback &&
    !isCut(expected)
  )
}

/** Calls that were cut off are kept as they were written, which is no JSON. */
function isCut({ finishReason }: RecordedStream['expected']): boolean {
  return finishReason === 'incomplete' || finishReason === 'max_tokens' || finishReason === 'MAX_TOKENS'
}

describe.runIf(hasShared).each(Object.entries(targets))(
  'recorded %s streams, through createOpenAIClient',
  (folder, target) => {
    const streams = recordedStreams(folder)
    let server: TestServer
    beforeAll(async () => {
      server = await serve(({ url }) => {
        const found = streams.find(({ id }) => decodeURIComponent(url.split('/')[1] ?? '') === id)
        return found ? { body: found.body } : { status: 404, body: '{"error":{"message":"no such stream"}}' }
      })
    })
    afterAll(() => server.close())
    const at = (recorded: RecordedStream) => target(`${server.url}/${encodeURIComponent(recorded.id)}`, recorded)

    it.each(streams.filter(isWhole).map((recorded) => [recorded.id, recorded] as const))('%s', async (_, recorded) => {
      const { message, errors } = await answerOf(at(recorded))
      expect(errors).toEqual([])
      expect(decoded(message)).toMatchObject(wanted(recorded))
    })

    it('a failure before the response is an error message, with a code for those who act on it', async () => {
      const { message, errors } = await answerOf(target(`${server.url}/nothing`, streams[0]!))
      expect(message).toMatchObject({ status: 'error', content: expect.stringContaining('no such stream') })
      expect((errors[0] as AIError).code).toBe('not_found')
    })
  },
)

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
const answer = (...blocks: [start: object, delta: object][]) =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [],
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  }) +
  blocks
    .map(([start, ...deltas], index) =>
      [
        event('content_block_start', { index, content_block: start }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ].join(''),
    )
    .join('') +
  event('message_delta', {
    delta: { stop_reason: blocks.length > 1 ? 'tool_use' : 'end_turn' },
    usage: { output_tokens: 7 },
  }) +
  event('message_stop', {})

it('a tool conversation with a thinking Claude: the signature of its thinking goes back with the result', async () => {
  const thinking: [object, object][] = [
    [
      { type: 'thinking', thinking: '', signature: 'sig' },
      { type: 'thinking_delta', thinking: 'hm' },
    ],
    [
      { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} },
      { type: 'input_json_delta', partial_json: '{}' },
    ],
  ]
  const replies = [
    answer(...thinking),
    answer([
      { type: 'text', text: '' },
      { type: 'text_delta', text: 'It is noon.' },
    ]),
  ]
  const server = await serve((_, nth) => ({ body: replies[nth] ?? '' }))
  const model = modelAt(server.url, { api: 'anthropic-messages', provider: 'anthropic', id: 'claude-test' })
  const client = createOpenAIClient(model, { apiKey: 'test' })
  const now = new CallbackTool({
    function: { name: 'now', parameters: { type: 'object', properties: {} } },
    callback: () => '12:00',
  })
  const agent = new Agent({ client, model: model.id, tools: [now], modelConfig: { reasoning_effort: 'low' } })
  await agent.send('What time is it?')
  await server.close()
  expect(agent.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'What time is it?'],
    ['assistant', ''],
    ['tool', '12:00'],
    ['assistant', 'It is noon.'],
  ])
  expect(agent.messages[1]).toMatchObject({
    reasoning_content: 'hm',
    usage: { prompt_tokens: 10, completion_tokens: 7, total_tokens: 17 },
  })
  const sent = server.requests[1]?.json as { messages: unknown[] } | undefined
  expect(sent?.messages[1]).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'tool_use', id: 'toolu_1', name: 'now', input: {} },
    ],
  })
})
