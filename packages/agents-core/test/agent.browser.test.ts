import OpenAI from 'openai'
import { expect, it } from 'vitest'

import { Agent, CallbackTool, Message } from '#src/index.ts'

const data = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const call = { index: 0, id: 'c1', type: 'function', function: { name: 'where', arguments: '{}' } }
const answers = [
  data({ content: 'Let me see. ' }) + data({ tool_calls: [call] }) + data({}, 'tool_calls'),
  data({ content: 'You are at ' }) + data({ content: 'home.' }) + data({}, 'stop') + 'data: [DONE]\n\n',
]

/** The official client in a page, whose network is a list of answers. */
function clientOf(bodies: string[], requests: unknown[] = []) {
  const fetch: typeof globalThis.fetch = async (_, init) => {
    requests.push(JSON.parse(init?.body as string))
    return new Response(bodies[requests.length - 1], { headers: { 'content-type': 'text/event-stream' } })
  }
  return new OpenAI({
    apiKey: 'k',
    baseURL: 'http://localhost/v1',
    dangerouslyAllowBrowser: true,
    fetch,
    maxRetries: 0,
  })
}

const where = new CallbackTool({
  function: { name: 'where', parameters: { type: 'object', properties: {} } },
  callback: () => globalThis.location.protocol,
})

it('runs a tool conversation in a page', async () => {
  const requests: unknown[] = []
  const agent = new Agent({
    client: clientOf(answers, requests),
    model: 'm',
    tools: [where],
    messages: [Message.System('Help.')],
  })
  const seen: string[] = []
  agent.events.on('chunk-parsed', (receiver) => void seen.push(String(receiver.content as string)))
  await agent.send('Where am I?')
  expect(agent.messages.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'system completed',
    'user completed',
    'assistant completed',
    'tool completed',
    'assistant completed',
  ])
  expect([agent.messages[3]?.content, agent.messages[4]?.content, requests.length]).toEqual([
    'http:',
    'You are at home.',
    2,
  ])
  expect(seen).toContain('You are at ')
})

it('is aborted in a page', async () => {
  const never: typeof globalThis.fetch = (_, init) =>
    new Promise((__, reject) =>
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    )
  const client = new OpenAI({
    apiKey: 'k',
    baseURL: 'http://localhost/v1',
    dangerouslyAllowBrowser: true,
    fetch: never,
    maxRetries: 0,
  })
  const agent = new Agent({ client, model: 'm' })
  const sending = agent.send('Hello?')
  setTimeout(() => agent.abort(), 10)
  await sending
  expect(agent.messages.at(-1)?.status).toBe('aborted')
})
