import { describe, expect, it } from 'vitest'

import {
  Agent,
  type AgentPlugin,
  ApprovalPlugin,
  AutoMigratePlugin,
  CallbackTool,
  EventBus,
  Message,
} from '#src/index.ts'

import { scriptedClient, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, outline, results, stage } from './support/stage.ts'

const fin: Turn = { text: 'fin' }
const cyclic = () => {
  const self: Record<string, unknown> = { n: 1n }
  self['self'] = self
  return self
}

const throwing = Object.defineProperty({}, 'message', {
  enumerable: true,
  get: () => {
    throw new Error('from a getter')
  },
})

/** Wraps objects as Vue does: what a property holds is wrapped when it is read. */
const proxies = new WeakMap<object, object>()

function reactive<T extends object>(target: T): T {
  const isPlain = ['Object', 'Array', 'Map', 'Set'].includes(Object.prototype.toString.call(target).slice(8, -1))
  if (!isPlain || target instanceof Map || target instanceof Set) return target
  const known = proxies.get(target)
  if (known) return known as T
  const proxy = new Proxy(target, {
    get: (from, key, receiver) => {
      const value: unknown = Reflect.get(from, key, receiver)
      return typeof value === 'object' && value !== null ? reactive(value) : value
    },
  })
  proxies.set(target, proxy)
  proxies.set(proxy, proxy)
  return proxy
}

describe('anything thrown is a text (A3, decision 57)', () => {
  it.each<[string, () => unknown, string]>([
    ['a cycle', cyclic, '[circular]'],
    ['a BigInt', () => 5n, '5'],
    ['a getter that throws', () => throwing, ''],
    ['an object without prototype', () => Object.assign(Object.create(null) as object, { why: 'bare' }), 'bare'],
    ['an AggregateError', () => new AggregateError([new Error('one'), new Error('two')]), 'one; two'],
    ['fetch failed', () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'ECONNREFUSED'],
  ])('%s', async (_, thrown, text) => {
    const throws = () => {
      throw thrown()
    }
    const { agent } = stage({
      turns: [calling('a'), { rejects: thrown() as Error }],
      callbacks: { a: throws },
      onWarning: throws,
    })
    agent.events.on('tool-call', throws)
    ;(agent.events as EventBus<never>).onListenerError = throws
    await agent.send('go')
    expect(results(agent)[0]).toContain(text)
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ A✗')
    expect(typeof agent.messages[3]?.content).toBe('string')
  })

  it('what a hook throws is what the caller gets', async () => {
    const thrown = new Error('mine')
    const { agent } = stage({ turns: [fin], plugins: [{ onInnerLoopStart: () => Promise.reject(thrown) }] })
    await expect(agent.send('go')).rejects.toBe(thrown)
  })
})

describe('inside a reactive proxy (decision 56)', () => {
  class Secret implements AgentPlugin {
    readonly #calls: string[] = []
    onToolCall() {
      this.#calls.push('seen')
    }
    get calls() {
      return this.#calls
    }
  }
  class Client {
    readonly #client
    constructor(turns: Turn[]) {
      this.#client = scriptedClient(turns)
    }
    get chat() {
      return this.#client.client.chat
    }
  }

  it('agent-inside-a-reactive-proxy: runs, and an abort of the raw object reaches it', async () => {
    const raw = new Agent({ client: new Client([{ text: 'so far', hangs: 'at the end' }]), model: 'm' })
    const agent = reactive(raw)
    const begun = gate()
    agent.events.on('chunk-parsed', () => begun.open())
    const sending = agent.send('x')
    await begun.opened
    expect([agent.innerLoopTasks.size, agent.isHasPendingMessage]).toEqual([1, true])
    raw.abort()
    await sending
    expect(raw.messages.at(-1)).toMatchObject({ status: 'aborted', content: expect.stringContaining('so') })
  })

  it('takes plugins and tools with private members', async () => {
    const secret = new Secret()
    const approval = new ApprovalPlugin({ ask: () => ({ type: 'defer' }) })
    const tool = new CallbackTool({ function: definition('a'), callback: () => 'done' })
    const agent = reactive(new Agent({ client: new Client([calling('a'), fin]), model: 'm', tools: [tool] }))
    agent.use(secret).use(reactive(approval))
    await agent.init()
    await agent.send('go')
    await reactive(approval).decide(agent, approval.pending[0]?.id ?? '', { type: 'allow' })
    await agent.run()
    expect([secret.calls, outline(agent.messages), results(agent)]).toEqual([['seen'], 'U✓ A✓ T✓ A✓', ['done']])
  })
})

/** As immer and Redux Toolkit freeze what they hand out: to the last leaf. */
function deepFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  Object.values(value).forEach(deepFrozen)
  return Object.freeze(value)
}

describe('with messages that a store has frozen (decision 56)', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'a', arguments: '{}' } } as const
  const stored = () =>
    deepFrozen([
      Message.User('go'),
      new Message({ role: 'assistant', status: 'completed', content: '', tool_calls: [call] }),
      new Message({ role: 'tool', status: 'pending', tool_call_id: 'c1' }),
    ])

  it('sends and runs: what is frozen is copied, and stays as it was', async () => {
    const given = stored()
    const before = JSON.stringify(given)
    const { agent } = stage({ turns: [fin, fin], messages: given })
    await agent.send('more')
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ U✓ A✓')
    agent.messages = deepFrozen(agent.messages)
    await agent.send('and more')
    expect(agent.messages.map(({ content }) => content).slice(-4)).toEqual(['more', 'fin', 'and more', 'fin'])
    expect(JSON.stringify(given)).toBe(before)
  })

  it('carries out a decision about a call that waits', async () => {
    const tools = [new CallbackTool({ function: definition('a'), callback: () => 'done' })]
    const first = new ApprovalPlugin({ ask: () => ({ type: 'defer' }) })
    const asked = stage({ turns: [calling('a')], tools, plugins: [first] })
    await asked.agent.send('go')
    const restored = new ApprovalPlugin({ ask: () => ({ type: 'defer' }), pending: deepFrozen(first.pending) })
    const { agent } = stage({ turns: [fin], tools, plugins: [restored], messages: deepFrozen(asked.agent.messages) })
    await restored.decide(agent, first.pending[0]?.id ?? '', { type: 'allow' })
    await agent.run()
    expect([results(agent), outline(agent.messages)]).toEqual([['done'], 'U✓ A✓ T✓ A✓'])
  })

  it('keeps a list that is not frozen, with copies in place of the frozen messages in it', async () => {
    const given = stored().slice(0, 1)
    const { agent } = stage({ turns: [fin], messages: given })
    await agent.run()
    expect(agent.messages).toBe(given)
    expect(given[0]).toBeInstanceOf(Message)
    expect(Object.isFrozen(given[0])).toBe(false)
  })

  it('gives back what it appends: a copy of a frozen message, with an id of its own', () => {
    const { agent } = stage({ turns: [] })
    const frozen = deepFrozen({ role: 'user', content: 'x' } as const)
    const appended = agent.append(frozen as never) as { id?: string }
    expect(agent.messages).toEqual([{ role: 'user', content: 'x', id: expect.any(String) }])
    expect(agent.messages[0]).toBe(appended)
  })
})

describe('AutoMigratePlugin (decision 59)', () => {
  it.each(['omit', 'prune'] as const)(
    'is busy, can be aborted, and loses nothing said meanwhile: %s',
    async (strategy) => {
      const summing = gate()
      const play = (second: Turn) =>
        stage({
          turns: [{ text: 'hello', usage: usage(5000, 10) }, second],
          plugins: [new AutoMigratePlugin({ maxTokens: 1000, strategy })],
          onRequest: (_, nth) => void (nth === 2 && summing.open()),
        })
      const { agent } = play({ text: 'SUMMARY' })
      const sending = agent.send('go')
      await summing.opened
      await expect(agent.send('too early')).rejects.toMatchObject({ code: 'agent_busy' })
      agent.append(Message.User('meanwhile'))
      await sending
      expect(agent.formatHistory().map(({ content }) => content)).toEqual(['SUMMARY', 'meanwhile'])
      const { agent: stopped } = play({ hangs: 'at the end' })
      stopped.use({ onAfterSend: () => undefined })
      const second = stopped.send('go')
      await new Promise((resolve) => setTimeout(resolve, 50))
      stopped.abort()
      await second
      expect(stopped.formatHistory().map(({ content }) => content)).toEqual(['go', 'hello'])
    },
  )
})
