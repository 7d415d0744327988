import { Agent, type AgentEvent, type AgentOptions, type AgentTool } from '#src/index.ts'

import { unansweredCalls } from '../history.ts'
import { user } from '../staged.ts'
import { text, tool, untilAborted } from '../tools.ts'
import { textOf } from '../trace.ts'
import { FaultyVendor } from './faulty-vendor.ts'
import { Random } from './random.ts'
import { anthropicWire, chatWire } from './wire.ts'

const limitMs = 8000
const numbers = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

/** One random life of an agent. Gives what is wrong with it; the same seed gives the same life, but for its timing. */
export async function runScenario(seed: number): Promise<string[]> {
  const random = new Random(seed)
  const wire = random.pick([chatWire, anthropicWire])
  const vendor = new FaultyVendor(random, wire)
  const agent = new Agent(optionsOf(random, vendor, wire))
  const ledger = new Ledger()
  agent.subscribe((event) => ledger.note(event))
  const disturbances = disturb(agent, random, ledger)
  const steps = 2 + random.below(3)
  for (let step = 0; step < steps; step++) {
    disturbances.arm()
    const isOver = await finishes(say(agent, random, `prompt ${step}`), limitMs)
    if (!isOver) return ['the run does not end', ...vendor.faults]
    rearrange(agent, random, ledger)
  }
  disturbances.stop()
  const problems = ledger.problems(agent)
  vendor.isCalm = true
  agent.clearAllQueues()
  if (!(await finishes(agent.prompt('last'), limitMs))) problems.push('the last run does not end')
  if (textOf(agent.state.messages.at(-1)) !== 'done') problems.push(`the last prompt got ${agent.state.error}`)
  return [...problems, ...ledger.problems(agent), ...vendor.faults]
}

function optionsOf(random: Random, vendor: FaultyVendor, wire: { api: string; provider: string }): AgentOptions {
  const failing = (chance: number) => {
    if (!vendor.isCalm && random.chance(chance)) throw new Error('hook failed')
  }
  return {
    fetch: vendor.fetch,
    maxRetries: 0,
    idleTimeoutMs: 20,
    getApiKey: () => 'k',
    streamRetryBaseDelayMs: 1,
    streamRetries: random.below(3),
    lengthRetries: random.below(2),
    toolTimeoutMs: 15,
    maxParallelTools: random.pick([1, 2, Infinity]),
    toolExecution: random.pick(['parallel', 'sequential']),
    steeringMode: random.pick(['all', 'one-at-a-time']),
    followUpMode: random.pick(['all', 'one-at-a-time']),
    onWarning: () => {},
    beforeLlmCall: async () => failing(0.03),
    shouldContinue: () => (failing(0.02), !random.chance(0.05)),
    beforeToolCall: async () => (failing(0.04), random.chance(0.06) ? { block: true } : undefined),
    afterToolCall: async () => failing(0.04),
    initialState: { systemPrompt: 'You are tested.', model: modelOf(wire), tools: tools(random) },
  }
}

function modelOf({ api, provider }: { api: string; provider: string }) {
  const limits = { contextWindow: 100_000, maxTokens: 1000 }
  const urls = { baseUrl: 'http://localhost/v1', id: 'm', name: 'm' }
  return { ...limits, ...urls, api, provider, reasoning: false, input: ['text' as const], cost: {} }
}

function tools(random: Random): AgentTool[] {
  const pause = () => (random.chance(0.5) ? new Promise((resolve) => setTimeout(resolve, random.below(4))) : undefined)
  return [
    tool('ok', async (_id, _args, _signal, onUpdate) => {
      onUpdate?.({ content: text('half') })
      await pause()
      return { content: text('ok') }
    }),
    tool('throws', async () => {
      await pause()
      throw new Error('tool failed')
    }),
    tool('hangs', (_id, _args, signal) => untilAborted(signal)),
    tool('deaf', () => new Promise(() => {})),
    tool('strict', async () => ({ content: text('strict') }), { parameters: numbers, toolExecution: 'sequential' }),
    tool('last', async () => ({ content: text('last'), endTurn: true })),
  ]
}

async function say(agent: Agent, random: Random, words: string): Promise<void> {
  if (random.chance(0.25)) return agent.continue().catch(() => agent.prompt(words))
  return agent.prompt(words)
}

/** What may happen between two runs: the state goes through JSON, or the conversation is compacted. */
function rearrange(agent: Agent, random: Random, ledger: Ledger): void {
  if (random.chance(0.15)) {
    agent.replaceMessages(JSON.parse(JSON.stringify(agent.state.messages)) as typeof agent.state.messages)
  }
  if (random.chance(0.1)) {
    ledger.rescue(agent)
    const kept = agent.state.messages.slice(random.below(agent.state.messages.length + 1))
    agent.replaceMessages([user('Summary of what was before.'), ...kept])
  }
}

/** Aborts, steers and queues, each at a random event to come. */
function disturb(agent: Agent, random: Random, ledger: Ledger) {
  let due: { at: number; act: () => void }[] = []
  let seen = 0
  const act = () =>
    random.pick([
      () => agent.abort(),
      () => agent.steer(user(ledger.queued('steered'))),
      () => agent.followUp(user(ledger.queued('followed up'))),
    ])
  const leave = agent.subscribe(() => {
    seen++
    for (const one of due.filter(({ at }) => at === seen)) one.act()
  })
  return {
    arm: () => {
      due = Array.from({ length: random.below(3) }, () => ({ at: seen + 1 + random.below(30), act: act() }))
    },
    stop: leave,
  }
}

/** Keeps count of what has to come in pairs, and of messages that must not get lost. */
class Ledger {
  readonly #counts = new Map<string, number>()
  readonly #openCalls = new Map<string, number>()
  readonly #queued = new Set<string>()
  readonly #seen = new Set<string>()
  readonly #unanswered: string[] = []
  #openMessages = 0
  #isRunning = false

  queued(word: string): string {
    const name = `${word} ${this.#queued.size}`
    this.#queued.add(name)
    return name
  }

  note(event: AgentEvent): void {
    this.#counts.set(event.type, (this.#counts.get(event.type) ?? 0) + 1)
    if (event.type === 'agent_start') this.#isRunning = true
    if (event.type === 'agent_end') this.#isRunning = false
    if (event.type === 'agent_end') this.#unanswered.push(...unansweredCalls(event.messages))
    if (event.type === 'tool_execution_start') this.#open(event.toolCallId, 1)
    if (event.type === 'tool_execution_end') this.#open(event.toolCallId, -1)
    if (event.type === 'message_start') this.#openMessages++
    if (event.type === 'message_end') this.#openMessages--
    if ((event.type === 'stream_retry' || event.type === 'length_retry') && event.discardedPartial) this.#openMessages--
    if (event.type === 'message_end') this.#seen.add(textOf(event.message))
  }

  /** Takes note of messages that a compaction is about to forget. */
  rescue(agent: Agent): void {
    for (const message of agent.state.messages) this.#seen.add(textOf(message))
  }

  problems(agent: Agent): string[] {
    const { steering, followUps } = agent.exportState()
    const queued = new Set([...steering, ...followUps].map(textOf))
    const lost = [...this.#queued].filter((name) => !this.#seen.has(name) && !queued.has(name))
    const twice = [...this.#queued].filter((name) => this.#seen.has(name) && queued.has(name))
    const unpaired = ['agent', 'turn', 'tool_execution'].filter(
      (kind) => this.#count(`${kind}_start`) !== this.#count(`${kind}_end`),
    )
    const open = [...this.#openCalls].filter(([, count]) => count !== 0).map(([id]) => id)
    this.#queued.clear()
    return [
      ...lost.map((name) => `lost: ${name}`),
      ...twice.map((name) => `queued and said: ${name}`),
      ...unpaired.map((kind) => `${kind}: starts and ends differ`),
      ...open.map((id) => `call without end: ${id}`),
      ...this.#unanswered.map((id) => `call without result: ${id}`),
      ...(this.#openMessages === 0 ? [] : [`${this.#openMessages} messages without end`]),
      ...(this.#isRunning || agent.state.isStreaming ? ['still running'] : []),
      ...(agent.state.pendingToolCalls.size > 0 ? ['pending calls are left'] : []),
    ]
  }

  #open(id: string, change: number): void {
    this.#openCalls.set(id, (this.#openCalls.get(id) ?? 0) + change)
  }

  #count(type: string): number {
    return this.#counts.get(type) ?? 0
  }
}

/** Whether a promise settles in time. */
async function finishes(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const done = work.then(() => true)
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
