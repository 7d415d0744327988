import { setTimeout as sleep } from 'node:timers/promises'

import { Agent, type AgentNS, CallbackTool, MessageStatus } from '@ai-zen/agents-core'
import OpenAI from 'openai'

import { within } from '../run/observe.ts'
import { attackServer } from '../server/attack-server.ts'
import { openaiCompletions } from '../wires/chat.ts'
import { type ArgumentCase, serveArguments } from './cases.ts'
import { type Paired, pairingProblems } from './pairing.ts'

const deadlineMs = 4000

/** The same with an agent of `@ai-zen/agents-core` on a real client of `openai`. */
export async function pluginArguments(row: ArgumentCase): Promise<string[]> {
  const server = await attackServer(serveArguments(row), openaiCompletions)
  const executed: string[] = []
  const agent = agentAt(server.origin, executed)
  try {
    const running = agent.send('Hello')
    if (row.end === 'abort') void server.requested.then(() => sleep(30)).then(() => agent.abort())
    const settled = await within(
      deadlineMs,
      running.then(() => true),
    )
    if (!settled) return ['the run did not settle']
    const guesses = executed.filter((args) => !row.known.includes(args))
    const next = await within(
      deadlineMs,
      agent.send('And now?').then(() => true),
    )
    return [
      ...guesses.map((args) => `it was called with ${args}`),
      ...pairingProblems(server.requests.flatMap(({ text }) => sentIn(text))),
      ...(next ? [] : ['the next run did not settle']),
      ...openProblems(agent),
    ]
  } catch (error) {
    return [`it rejected: ${String(error)}`]
  } finally {
    agent.abort()
    await server.close()
  }
}

function agentAt(origin: string, executed: string[]): Agent {
  const parameters = { type: 'object', properties: { a: { type: 'number' } } }
  const act = new CallbackTool({
    function: { name: 'act', description: 'Acts', parameters },
    callback: (args) => {
      executed.push(JSON.stringify(args))
      return 'ok'
    },
  })
  const client = new OpenAI({ apiKey: 'test-key', baseURL: `${origin}/v1`, maxRetries: 0 })
  return new Agent({ client, model: 'test-model', tools: [act] })
}

interface SentMessage {
  tool_calls?: { id?: string }[]
  tool_call_id?: string
}

/** The messages of one request; a message of nobody stands between two requests. */
function sentIn(body: string): Paired[] {
  const { messages } = JSON.parse(body) as { messages: SentMessage[] }
  const paired = messages.map(({ tool_calls = [], tool_call_id }) => ({
    calls: tool_calls.map(({ id }) => id),
    answers: tool_call_id,
  }))
  return [...paired, { calls: [] }]
}

/** Nothing may be left half said, and the last answer is the good one. */
function openProblems({ messages }: Agent): string[] {
  const open = messages.filter(({ status }) => status === MessageStatus.Pending || status === MessageStatus.Writing)
  const last: AgentNS.Message | undefined = messages.at(-1)
  return [
    ...open.map(({ role, status }) => `a message of ${role} stays ${status}`),
    ...(last?.content === 'done' ? [] : [`the last message is ${JSON.stringify(last?.content)}, ${last?.status}`]),
  ]
}
