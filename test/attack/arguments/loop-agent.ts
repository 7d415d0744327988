import { setTimeout as sleep } from 'node:timers/promises'

import { Agent, type AgentMessage, type AgentTool } from '@dreb/agent-core'
import { isFailed, streamSimple, toolCallsOf } from '@dreb/ai'

import { within } from '../run/observe.ts'
import { attackServer } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'
import { type ArgumentCase, serveArguments } from './cases.ts'
import { type Paired, pairingProblems } from './pairing.ts'

const deadlineMs = 4000

/** Lets an agent of `@dreb/agent-core` run into such a response, and asks it something else. Gives what does not hold. */
export async function loopArguments(row: ArgumentCase, wire: Wire): Promise<string[]> {
  const server = await attackServer(serveArguments(row), wire)
  const executed: string[] = []
  const agent = agentAt(server.origin, wire, executed)
  try {
    const running = agent.prompt('Hello')
    if (row.end === 'abort') void server.requested.then(() => sleep(30)).then(() => agent.abort())
    const settled = await within(
      deadlineMs,
      running.then(() => true),
    )
    if (!settled) return ['the run did not settle']
    const guesses = executed.filter((args) => !row.known.includes(args))
    const pairing = pairingProblems(agent.state.messages.filter(isSettled).map(pairedOf))
    const next = await within(
      deadlineMs,
      agent.prompt('And now?').then(() => true),
    )
    return [
      ...guesses.map((args) => `it was called with ${args}`),
      ...pairing,
      ...(next ? [] : ['the next run did not settle']),
      ...(lastText(agent) === 'done' ? [] : [`the next run ended with ${lastText(agent)}: ${agent.state.error}`]),
    ]
  } catch (error) {
    return [`it rejected: ${String(error)}`]
  } finally {
    agent.abort()
    await server.close()
  }
}

function agentAt(origin: string, wire: Wire, executed: string[]): Agent {
  const act: AgentTool = {
    name: 'act',
    label: 'Act',
    description: 'Acts',
    parameters: { type: 'object', properties: { a: { type: 'number' } } },
    execute: async (_id, params) => {
      executed.push(JSON.stringify(params))
      return { content: [{ type: 'text', text: 'ok' }] }
    },
  }
  return new Agent({
    initialState: { model: wire.model(origin), tools: [act] },
    streamFn: (model, context, options) => streamSimple(model, context, { ...wire.options, ...options, maxRetries: 0 }),
    getApiKey: () => 'test-key',
    streamRetryBaseDelayMs: 1,
  })
}

function isSettled(message: AgentMessage): boolean {
  return message.role !== 'assistant' || !isFailed(message)
}

function pairedOf(message: AgentMessage): Paired {
  const calls = message.role === 'assistant' ? toolCallsOf(message).map(({ id }) => id) : []
  return { calls, answers: message.role === 'toolResult' ? message.toolCallId : undefined }
}

function lastText({ state }: Agent): string {
  const last = state.messages.at(-1)
  if (last?.role !== 'assistant') return `a message of ${last?.role}`
  return last.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('')
}
