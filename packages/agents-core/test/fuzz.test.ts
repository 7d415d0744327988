import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Agent, type AgentNS, AgentTool, type AgentPlugin, Message } from '#src/index.ts'

import { type Random, randomFrom } from './support/random.ts'
import { chunk, scriptedClient, tick, type Turn, usage } from './support/scripted-client.ts'
import { definition, eventNames, tool, untilFired } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

// FUZZ_RUNS=20000 for a longer run; FUZZ_SEED=n FUZZ_RUNS=1 repeats the run that failed.
const runs = Number(process.env['FUZZ_RUNS'] ?? 2000)
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 1)

const names = ['fast', 'slow', 'boom', 'deaf', 'patient', 'ask', 'nope']
const argumentTexts = ['{"n":1}', '{"n":1}', '{"n":1}', '', '{"n":', '[1]']

function randomTurn(random: Random): Turn {
  const kind = random.below(12)
  const calls = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
    id: random.chance(0.1) ? 'same' : `c${at}`,
    name: random.pick(names),
    raw: random.pick(argumentTexts),
  }))
  if (kind < 4) return { calls, usage: usage(1, 1) }
  if (kind === 4) return { text: 'look', calls, finish: 'stop' }
  if (kind === 5) return { calls, finish: random.pick(['length', null]) }
  if (kind === 6) return { text: 'part', breaks: new TypeError('terminated') }
  if (kind === 7) return { rejects: new Error('401') }
  if (kind === 8)
    return { text: 'part', hangs: random.pick(['before headers', 'at the end']), isDeaf: random.chance(0.5) }
  if (kind === 9) return { chunks: [chunk({ content: '' }), chunk({}, 'stop')] }
  return { text: 'some text', finish: random.pick(['stop', null]) }
}

/** A client whose answers are random, and that is as strict about histories as a real server. */
function strictClient(random: Random, problems: string[]) {
  let isCalm = false
  const turns = new Proxy([], {
    get: (_, nth) =>
      typeof nth === 'string' && !Number.isNaN(Number(nth))
        ? isCalm || Number(nth) > 12
          ? { text: 'done' }
          : randomTurn(random)
        : undefined,
  }) as unknown as Turn[]
  const { client } = scriptedClient(turns, ({ body }) => void problems.push(...problemsOf(body.messages)))
  return { client, calm: () => (isCalm = true) }
}

const tools = (signalled: (signal: AbortSignal) => Promise<void>) => [
  tool('fast', () => 'fast'),
  tool('slow', async () => (await tick(), await tick(), 'slow')),
  tool('boom', () => Promise.reject(new Error('boom'))),
  tool('deaf', async (_, { signal }) => (await signalled(signal), new Promise(() => {}))),
  tool('patient', async (_, { signal }) => (await signalled(signal), 'waited')),
]

function randomPlugin(random: Random, isCalm: () => boolean): AgentPlugin {
  const sometimes = (share: number) => !isCalm() && random.chance(share)
  return {
    onToolCall: async () => {
      if (sometimes(0.05)) throw new Error('gate')
      return sometimes(0.05) ? 'rejected' : undefined
    },
    onInnerLoopStart: () => (sometimes(0.03) ? 'no round' : undefined),
    onInnerLoopEnd: () => (sometimes(0.02) ? Promise.reject(new Error('late')) : undefined),
    onSubAgentEnd: () => (sometimes(0.1) ? Promise.reject(new Error('late')) : undefined),
  }
}

async function fuzz(seed: number): Promise<string[]> {
  const random = randomFrom(seed)
  const problems: string[] = []
  const main = strictClient(random, problems)
  const child = strictClient(random, problems)
  let isCalm = false
  const options = {
    abortedToolRoundStrategy: random.pick(['fill', 'drop'] as const),
    allowJsonParseError: random.chance(0.8),
  }
  const ask = new AgentTool({
    function: definition('ask'),
    client: child.client,
    model: 'm',
    messages: [Message.User('{{n}}')],
    tools: tools(untilFired),
    ...options,
  })
  const agent = new Agent({ client: main.client, model: 'm', tools: [...tools(untilFired), ask], ...options }).use(
    randomPlugin(random, () => isCalm),
  )
  const starts = { rounds: 0, groups: 0 }
  agent.events.on('inner-loop-start', () => void starts.rounds++)
  agent.events.on('finally', () => void starts.rounds--)
  agent.events.on('inner-loops-start', () => void starts.groups++)
  agent.events.on('inner-loops-end', () => void starts.groups--)

  for (let i = 1 + random.below(3); i > 0; i--) {
    await disturbed(agent, random, agent.send(`message ${i}`).catch(expectHook))
    if (agent.isHasPendingMessage) problems.push('a message is still pending')
    if (random.chance(0.2)) agent.messages = JSON.parse(JSON.stringify(agent.messages)) as AgentNS.Message[]
  }
  isCalm = true
  main.calm()
  child.calm()
  await agent.send('last')
  if (agent.messages.at(-1)?.content !== 'done')
    problems.push(`the last answer is ${JSON.stringify(agent.messages.at(-1))}`)
  if (starts.rounds !== 0 || starts.groups !== 0) problems.push(`starts without ends: ${JSON.stringify(starts)}`)
  return problems
}

/** Aborts at a random event or a random moment; a run that hangs is aborted in any case. */
async function disturbed(agent: Agent, random: Random, sending: Promise<unknown>): Promise<void> {
  let isOver = false
  const settled = sending.finally(() => (isOver = true))
  const name = random.pick(eventNames)
  const subscription = random.chance(0.4) ? agent.events.once(name, () => agent.abort()) : undefined
  const patience = random.chance(0.3) ? random.below(20) : 60
  for (let i = 0; i < patience && !isOver; i++) await tick()
  agent.abort()
  await settled
  subscription?.dispose()
}

function expectHook(error: unknown): void {
  const { message } = error as Error
  if (!['onInnerLoopStart: no round', 'late'].includes(message)) throw error
}

describe(`${runs} random runs against a strict provider, from seed ${firstSeed}`, () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  beforeAll(() => void process.on('unhandledRejection', note))
  afterAll(() => void process.off('unhandledRejection', note))

  it(
    'send nothing invalid, leave nothing open, and end in an agent that answers',
    { timeout: runs * 60 + 20_000 },
    async () => {
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 20) {
        const seeds = Array.from({ length: Math.min(20, firstSeed + runs - seed) }, (_, at) => seed + at)
        const found = await Promise.all(seeds.map(async (one) => ({ seed: one, problems: await fuzz(one) })))
        expect(found.filter(({ problems }) => problems.length > 0)).toEqual([])
      }
      await tick()
      expect(unhandled).toEqual([])
    },
  )
})
