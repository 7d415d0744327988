import { describe, expect, it } from 'vitest'

import { type CaseRun, caseRuns, hasCases } from './support/cases/case.ts'
import { judgeCase } from './support/cases/judge-case.ts'
import { playCase } from './support/cases/play-case.ts'

/**
 * What is held against something else than the case says, because what outranks it says otherwise.
 * Changes of the input are given as a function of the run.
 */
const amended: Record<string, (run: CaseRun) => CaseRun> = {
  // Length retries that are used up end in an error that says so (specification 7.5.6), not in `length`.
  'length-retry-discards-the-cut-attempt, run 2': (run) => ({
    ...run,
    expected: { ...run.expected, final: { stopReason: 'error', text: 'd', errorContains: ['token limit'] } },
  }),
  // Ends are told in the order of the calls (seed), so that of c3 can not come while c2 stalls: abort when c1 has ended.
  'finished-siblings-keep-their-results': (run) => ({
    ...run,
    input: {
      ...run.input,
      actions: [
        { when: 'start', do: 'prompt', text: 'go' },
        { when: { event: 'tool_execution_end', toolCallId: 'c1' }, do: 'abort', afterTicks: 3 },
      ],
    },
  }),
  // At the very start event the tool need not be run at all: abort when it is.
  'tool-that-ignores-the-signal': (run) => ({
    ...run,
    input: { ...run.input, actions: run.input.actions?.map((action) => ({ ...action, afterTicks: 20 })) ?? [] },
  }),
}

/** Those of kind `proxy` are about the stream of the proxy: `@dreb/ai` plays them. */
const kinds = [
  'agent-loop',
  'abort',
  'retry',
  'hooks-events',
  'sub-agents',
  'history-repair',
  'request-build',
  'tool-args',
  'usage-cost',
]

describe.runIf(hasCases)('cases from public bug reports', () => {
  for (const kind of kinds) {
    it.each(caseRuns(kind).map((run) => [run.name, run] as const))(`${kind}: %s`, async (name, run) => {
      const { input, expected } = amended[name]?.(run) ?? run
      const result = await playCase(input)
      await expect(judgeCase(result, expected)).resolves.toBeUndefined()
    })
  }
})
