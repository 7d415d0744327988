import { setTimeout as sleep } from 'node:timers/promises'

import type { Attack } from '../attacks/attack.ts'
import { plantedSecret } from '../secrets/leaks.ts'
import { attackServer, type AttackServer } from '../server/attack-server.ts'
import type { Wire } from '../wires/wire.ts'
import { observe, type Seen } from './observe.ts'
import { leftovers, protocolProblems, rowProblems, secretProblems, unsettled } from './problems.ts'
import type { Problem } from './summary.ts'

/** An abort is quick, whatever the server does. */
const abortDeadlineMs = 1000

/** When a run is aborted: so many milliseconds after its request has arrived. */
const abortAfterMs = 40

const key = plantedSecret('key')
const header = plantedSecret('header')
const defaults = { apiKey: key, headers: { 'x-gateway-token': header }, maxRetries: 0, idleTimeoutMs: 5000 }

/**
 * Tries an attack on one API, undisturbed and with an abort in the middle. Gives what does not hold, each in a line.
 * What does not hold is tried again: a machine with other work to do misses a deadline once, a fault misses it twice.
 */
export async function tryAttack(attack: Attack, wire: Wire): Promise<Problem[]> {
  const attempt = async (): Promise<Problem[]> =>
    (await Promise.all([runAttack(attack, wire), abortAttack(attack, wire)])).flat()
  return (await attempt()).length === 0 ? [] : attempt()
}

/** Runs an attack on one API. */
export async function runAttack(attack: Attack, wire: Wire): Promise<Problem[]> {
  return attacked(attack, wire, 'it runs', async (server, controller) => {
    const { deadlineMs = 6000 } = attack
    const options = { ...defaults, ...attack.options, signal: controller.signal }
    const seen = await observe({ server, wire, options, deadlineMs })
    return [...protocolProblems(seen, attack.ends), ...rowProblems(attack, seen, server), ...seenSecrets(seen)]
  })
}

/** Runs an attack and aborts in the middle of it, unless it is over before. */
async function abortAttack(attack: Attack, wire: Wire): Promise<Problem[]> {
  return attacked(attack, wire, 'it is aborted', async (server, controller) => {
    const options = { ...defaults, ...attack.options, signal: controller.signal }
    const seeing = observe({ server, wire, options, deadlineMs: 10_000 })
    const isOver = await Promise.race([
      seeing.then(() => true),
      server.requested.then(() => sleep(abortAfterMs, false)),
    ])
    if (isOver) return []
    const aborted = performance.now()
    controller.abort()
    const seen = await seeing
    const took = performance.now() - aborted
    const late = took <= abortDeadlineMs ? [] : [`the abort took ${Math.round(took)} ms`]
    return [...protocolProblems(seen, ['aborted']), ...late, ...seenSecrets(seen)]
  })
}

function seenSecrets(seen: Seen): string[] {
  return secretProblems(seen, [key, header])
}

async function attacked(
  attack: Attack,
  wire: Wire,
  how: string,
  run: (server: AttackServer, controller: AbortController) => Promise<string[]>,
): Promise<Problem[]> {
  const server = await attackServer(attack.serve, wire)
  const controller = new AbortController()
  try {
    const problems = await run(server, controller)
    // What has not settled is not over, and has not left anything behind yet.
    const left = problems[0] === unsettled ? [] : await leftovers(controller.signal, server)
    return [...problems, ...left].map((problem) => ({ api: wire.api, text: `${how}: ${problem}` }))
  } finally {
    controller.abort()
    await server.close()
  }
}
