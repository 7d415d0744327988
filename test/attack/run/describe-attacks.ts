import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Attack } from '../attacks/attack.ts'
import { attacks } from '../attacks/index.ts'
import { textResponse, type Wire } from '../wires/wire.ts'
import { watchProcess } from './process-errors.ts'
import { runAttack, tryAttack } from './run-attack.ts'
import { summary } from './summary.ts'

const plain: Attack = {
  name: 'responds properly',
  serve: (reply, wire) => reply.head().end(textResponse(wire, 'Hello ', 'there')),
  ends: ['stop'],
  text: 'Hello there',
  deadlineMs: 20_000,
}

/** Tries every attack on these APIs, all of them at the same time. */
export function describeAttacks(wires: readonly Wire[]): void {
  const watch = watchProcess()
  afterEach(() => watch.assertUnharmed())
  afterAll(() => watch.stop())

  describe('a server that behaves', () => {
    it.each(wires.map((wire) => [wire.api, wire] as const))('is understood by %s', async (_, wire) => {
      expect(summary(await runAttack(plain, wire))).toEqual([])
    })
  })

  describe('a server that', () => {
    // Loads the code of every API, so that no attack has to wait for it.
    beforeAll(async () => void (await Promise.all(wires.map((wire) => runAttack(plain, wire)))))

    it.concurrent.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_, attack) => {
      const attacked = wires.filter(attack.on ?? (() => true))
      const problems = await Promise.all(attacked.map((wire) => tryAttack(attack, wire)))
      expect(summary(problems.flat())).toEqual([])
    })
  })
}
