import { isDeepStrictEqual } from 'node:util'

import { describe, expect, it } from 'vitest'

import { parseArguments } from '#src/message/arguments.ts'
import { validateToolCall } from '#src/tools/lazy-validate.ts'

import { hasShared, sharedCases } from '../support/shared.ts'

interface Input {
  schema?: object
  rawArguments?: string
  expand?: Record<string, string>
  toolName?: string
  tools?: string[]
  call?: { name: string; arguments: Record<string, unknown> }
}

interface Expected {
  ok: boolean
  args?: unknown
  errorContains?: string[]
  errorMatches?: string
  errorMaxLength?: number
  alsoTry?: Run[]
}

type Run = Input & { expected: Expected }

type Outcome = { ok: true; args: unknown } | { ok: false; error: string }

const cases = sharedCases('tool-args').filter(({ library }) => library === 'ai')

describe.skipIf(!hasShared)('cases from bug reports', () => {
  it('has cases', () => expect(cases.length).toBeGreaterThan(0))

  it.each(cases)('$id: $title', async ({ input, expected }) => {
    const { alsoTry = [], ...first } = expected as unknown as Expected
    const runs: Run[] = [{ ...input, expected: first }, ...alsoTry.map((change) => ({ ...input, ...change }))]
    const faults = await Promise.all(runs.map(async (run) => faultsOf(await outcomeOf(run), run.expected)))
    expect(faults.flat()).toEqual([])
  })
})

async function outcomeOf({ schema = { type: 'object' }, toolName = 'tool', ...input }: Input): Promise<Outcome> {
  const names = input.tools ?? [toolName]
  const tools = names.map((name) => ({ name, parameters: schema }))
  const call = input.call ?? { name: toolName, ...parseArguments(expanded(input)) }
  try {
    return { ok: true, args: await validateToolCall(tools, call) }
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  }
}

/** `LONG(200000)` stands for so many letters. */
function expanded({ rawArguments = '', expand = {} }: Input): string {
  return Object.keys(expand).reduce(
    (text, name) => text.replace(name, 'x'.repeat(Number(/\d+/.exec(name)?.[0]))),
    rawArguments,
  )
}

/** What of the expectations of a case does not hold. */
function faultsOf(outcome: Outcome, expected: Expected): string[] {
  if (outcome.ok !== expected.ok) return [`ok is ${outcome.ok}`]
  if (outcome.ok) return isDeepStrictEqual(outcome.args, expected.args) ? [] : [JSON.stringify(outcome.args)]
  const { error } = outcome
  const { errorContains = [], errorMatches = '', errorMaxLength = 2500 } = expected
  const missing = errorContains.filter((part) => !error.toLowerCase().includes(part.toLowerCase()))
  const matches = new RegExp(errorMatches.replace('(?i)', ''), 'i').test(error)
  return [...missing, ...(matches ? [] : [error]), ...(error.length > errorMaxLength ? ['too long'] : [])]
}
