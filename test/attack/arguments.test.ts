// A2: arguments of any JSON type, and any end: everything settles, and nothing is executed with arguments that were guessed.
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { type ArgumentCase, argumentCases } from './arguments/cases.ts'
import { loopArguments } from './arguments/loop-agent.ts'
import { pluginArguments } from './arguments/plugin-agent.ts'
import { streamArguments } from './arguments/stream.ts'
import { watchProcess } from './run/process-errors.ts'
import { summary } from './run/summary.ts'
import { wires } from './wires/index.ts'
import type { Wire } from './wires/wire.ts'

const watch = watchProcess()
const rows = argumentCases.map((row) => [row.name, row] as const)

afterEach(() => watch.assertUnharmed())
afterAll(() => watch.stop())

/** Gemini sends the arguments of a call whole, and each fragment would be a call of its own. */
function takes({ fragments }: ArgumentCase, { api }: Wire): boolean {
  return fragments.length === 1 || !api.startsWith('google')
}

async function onAll(row: ArgumentCase, run: (row: ArgumentCase, wire: Wire) => Promise<string[]>): Promise<string[]> {
  const attacked = wires.filter((wire) => takes(row, wire))
  const problems = attacked.map(async (wire) => (await run(row, wire)).map((text) => ({ api: wire.api, text })))
  return summary((await Promise.all(problems)).flat())
}

describe('A2: stream, with arguments that are', () => {
  it.concurrent.each(rows)('%s', async (_, row) => expect(await onAll(row, streamArguments)).toEqual([]))
})

describe('A2: the agent of @dreb/agent-core, with arguments that are', () => {
  it.concurrent.each(rows)('%s', async (_, row) => expect(await onAll(row, loopArguments)).toEqual([]))
})

describe('A2: the agent of @ai-zen/agents-core, with arguments that are', () => {
  it.concurrent.each(rows)('%s', async (_, row) => expect(await pluginArguments(row)).toEqual([]))
})
