// What a server can do to a client, on all eight APIs: every stream has one end, in time, and leaves nothing behind.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Attack } from './attacks/attack.ts'
import { attacks } from './attacks/index.ts'
import { watchProcess } from './run/process-errors.ts'
import { abortAttack, runAttack } from './run/run-attack.ts'
import { summary } from './run/summary.ts'
import { wires, wiresByApi } from './wires/index.ts'
import { textResponse } from './wires/wire.ts'

const watch = watchProcess()
const rows = attacks.map((attack) => [attack.name, attack] as const)

const plain: Attack = {
  name: 'responds properly',
  serve: (reply, wire) => reply.head().end(textResponse(wire, 'Hello ', 'there')),
  ends: ['stop'],
  text: 'Hello there',
  deadlineMs: 20_000,
}

afterEach(() => {
  expect(watch.take()).toEqual([])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.isFrozen(Object.prototype)).toBe(false)
})
afterAll(() => watch.stop())

// Also loads the code of every API, so that no attack has to wait for it.
describe('a server that behaves', () => {
  it.each(wiresByApi)('is understood by %s', async (_, wire) => {
    expect(summary(await runAttack(plain, wire))).toEqual([])
  })
})

describe('a server that', () => {
  beforeAll(async () => void (await Promise.all(wires.map((wire) => runAttack(plain, wire)))))

  it.each(rows)('%s', async (_, attack) => {
    const attacked = wires.filter(attack.on ?? (() => true))
    const problems = await Promise.all(attacked.flatMap((wire) => [runAttack(attack, wire), abortAttack(attack, wire)]))
    expect(summary(problems.flat())).toEqual([])
  })
})
