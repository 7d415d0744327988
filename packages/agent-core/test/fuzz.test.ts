import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { runScenario } from './support/fuzz/scenario.ts'

/** `FUZZ_RUNS=50000` for a longer run, `FUZZ_SEED=7` for one scenario again. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 2000)
const onlySeed = process.env['FUZZ_SEED']
const firstSeed = Number(onlySeed ?? 1)
const count = onlySeed === undefined ? runs : 1
const lanes = 24

describe('random lives of an agent with a faulty vendor', () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  beforeAll(() => void process.on('unhandledRejection', note))
  afterAll(() => void process.off('unhandledRejection', note))

  it(
    `send no invalid history, never hang, lose nothing (${count} scenarios)`,
    { timeout: 60_000 + count * 60 },
    async () => {
      let next = firstSeed
      const failures: string[] = []
      const lane = async () => {
        while (next < firstSeed + count && failures.length < 5) {
          const seed = next++
          const problems = await runScenario(seed)
          if (problems.length > 0)
            failures.push(`FUZZ_SEED=${seed} vitest run --project agent-core:node fuzz: ${problems.join('; ')}`)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
      expect(failures).toEqual([])
      expect(unhandled).toEqual([])
    },
  )
})
