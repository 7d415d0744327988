import { setTimeout as sleep } from 'node:timers/promises'

import { type AssistantMessage, toolCallsOf } from '@dreb/ai'

import { observe } from '../run/observe.ts'
import { leftovers, protocolProblems } from '../run/problems.ts'
import { attackServer } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'
import { type ArgumentCase, endingsOf, serveArguments } from './cases.ts'

/** Streams such a response. Gives what does not hold. */
export async function streamArguments(row: ArgumentCase, wire: Wire): Promise<string[]> {
  const server = await attackServer(serveArguments(row), wire)
  const { signal, ...controller } = abortable()
  try {
    const options = { apiKey: 'test-key', maxRetries: 0, idleTimeoutMs: 5000, signal }
    if (row.end === 'abort') void server.requested.then(() => sleep(30)).then(controller.abort)
    const seen = await observe({ server, wire, options, deadlineMs: 6000 })
    const guessed = seen.result ? guessesIn(seen.result, row) : []
    const left = seen.result ? await leftovers(signal, server) : []
    return [...protocolProblems(seen, endingsOf(row)), ...guessed, ...left]
  } finally {
    controller.abort()
    await server.close()
  }
}

/** Calls that an agent would run, with arguments that nobody wrote. */
function guessesIn(message: AssistantMessage, { known }: ArgumentCase): string[] {
  if (message.stopReason !== 'toolUse') return []
  return toolCallsOf(message)
    .filter(({ argumentsError }) => argumentsError === undefined)
    .map((call) => JSON.stringify(call.arguments))
    .filter((args) => !known.includes(args))
    .map((args) => `it would be called with ${args}`)
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
