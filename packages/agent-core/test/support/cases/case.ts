import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { AgentMessage } from '#src/index.ts'

/** The folder of shared test data: `$SHARED`, else `shared` beside the repository. It may be absent. */
export const sharedFolder = process.env['SHARED'] ?? fileURLToPath(new URL('../../../../../../shared', import.meta.url))

export const hasCases = existsSync(join(sharedFolder, 'cases'))

export interface CaseTurn {
  text?: string
  toolCalls?: { id: string; name: string; arguments: Record<string, unknown> }[]
  stop?: 'stop' | 'length' | 'toolUse'
  end?: 'drop' | 'error' | 'hang'
  error?: { message: string; type?: string }
  refusal?: { category?: string; explanation?: string }
  throws?: string
  cutInsideCall?: string
}

export interface CaseBehaviour {
  throwsValue?: unknown
  returnsRaw?: unknown
  does?: CaseDeed[]
  returns?: string
  throws?: string
  afterTicks?: number
  neverSettles?: boolean
  ignoresSignal?: boolean
  waitsForAbort?: boolean
  settlesAfterTicks?: number
  updatesAfterReturnTicks?: number[]
}

/** Something that an action, or a tool while it runs, does with the agent. */
export interface CaseDeed {
  do:
    | 'prompt'
    | 'steer'
    | 'followUp'
    | 'abort'
    | 'continue'
    | 'setTools'
    | 'promptWithSignal'
    | 'continueOrPromptWithQueue'
  as?: string
  text?: string
  texts?: string[]
  message?: AgentMessage
  tools?: string[]
}

export interface CaseTool {
  parameters?: object
  behaviour: CaseBehaviour[]
  notAtStart?: boolean
}

export type CaseSubscriber = string | { throwsValue: unknown } | { at: string; contains?: string; keeps: string }

export interface CaseAction extends CaseDeed {
  when: 'start' | 'idle' | { event: string; toolCallId?: string; contains?: string; nth?: number }
  afterTicks?: number
}

export interface CaseInput {
  model: CaseTurn[]
  tools?: Record<string, CaseTool> | (CaseTool & { name: string })[]
  restored?: AgentMessage[]
  actions?: CaseAction[]
  options?: object
  hooks?: {
    beforeToolCall?: string | Record<string, { block: boolean; reason?: string }>
    beforeLlmCall?: { returns: ('tools' | 'systemPrompt' | 'messages' | 'model')[] }
    onWarning?: { throws: string }
  }
  subscribers?: CaseSubscriber[]
}

export type Expected = Record<string, unknown>

/** One way to run a case: as it is, or with parts of its input replaced. */
export interface CaseRun {
  name: string
  input: CaseInput
  expected: Expected
}

interface RawCase {
  id: string
  library: string
  input: CaseInput
  expected: Expected & { alsoTry?: { change?: Record<string, unknown>; expected: Expected }[] }
}

/** All runs of the cases of a kind that are about agent-core. */
export function caseRuns(kind: string): CaseRun[] {
  return rawCases(kind).flatMap(({ id, input, expected: { alsoTry = [], ...expected } }) => [
    { name: id, input, expected },
    ...alsoTry.map((also, at) => ({
      name: `${id}, run ${at + 2}`,
      input: changed(input, also.change ?? {}),
      expected: also.expected,
    })),
  ])
}

/** The cases of a kind that are about agent-core, as they are written. */
function rawCases(kind: string): RawCase[] {
  const folder = join(sharedFolder, 'cases', kind)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const cases = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RawCase)
  return cases.filter(({ library }) => library === 'agent-core')
}

/** Replaces parts by their dotted paths; a `+` at the end appends. */
function changed(input: CaseInput, change: Record<string, unknown>): CaseInput {
  const copy = structuredClone(input)
  for (const [path, value] of Object.entries(change)) {
    const steps = path.replace(/\+$/, '').split('.')
    const last = steps.pop() ?? ''
    const target = steps.reduce<Record<string, unknown>>(
      (at, step) => at[step] as Record<string, unknown>,
      copy as unknown as Record<string, unknown>,
    )
    target[last] = path.endsWith('+') ? [...(target[last] as unknown[]), value] : value
  }
  return copy
}
