// A4: what a server sends is bounded, however it is packed. One API at a time, because the memory of the process is
// watched, and one per transport and decoder, because 100 MB take their time.
import { afterAll, afterEach, describe, expect, it } from 'vitest'

import { sizeAttacks } from './attacks/sizes.ts'
import { peakMemory } from './run/peak-memory.ts'
import { watchProcess } from './run/process-errors.ts'
import { runAttack } from './run/run-attack.ts'
import { type Problem, summary } from './run/summary.ts'
import { distinctWires } from './wires/index.ts'

/** A limit of 32 MB may cost a few times as much in buffers and strings; a bomb costs all that it unpacks to, and more. */
const maxGrowth = 300 * 1024 * 1024

const watch = watchProcess()

afterEach(() => watch.assertUnharmed())
afterAll(() => watch.stop())

describe('A4: a server that', () => {
  it.each(sizeAttacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
    const problems: Problem[] = []
    const growth = await peakMemory(async () => {
      for (const wire of distinctWires.filter(attack.on ?? (() => true))) {
        problems.push(...(await runAttack(attack, wire)))
        // An attack that one API does not survive is not worth the time of the others.
        if (problems.length > 0) break
      }
    })
    const memory = growth <= maxGrowth ? [] : [`it took ${Math.round(growth / 1024 / 1024)} MB of memory`]
    expect([...summary(problems), ...memory]).toEqual([])
  })
})
