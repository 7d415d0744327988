import { describe, expect, it } from 'vitest'

import {
  Agent,
  type AgentPlugin,
  type AgentWarning,
  ApprovalPlugin,
  AutoMigratePlugin,
  CallbackTool,
  costOf,
  englishTexts,
  EventBus,
  Message,
} from '#src/index.ts'

import { chunk, scriptedClient, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, outline, results, stage, untilFired } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

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

describe('limits and queues (decisions 63, 67)', () => {
  it('stops after maxTurns with turn_limit and a valid history, and run() goes on', async () => {
    const errors: unknown[] = []
    const turns = [calling('a'), calling('a'), fin]
    const { agent, requests } = stage({ turns, callbacks: { a: () => 'x' }, maxTurns: 2 })
    agent.events.on('error', (error) => void errors.push(error))
    await agent.send('go')
    expect([requests.length, errors]).toMatchObject([2, [{ code: 'turn_limit' }]])
    expect(problemsOf(agent.formatHistory())).toEqual([])
    await agent.run()
    expect(agent.messages.at(-1)?.content).toBe('fin')
    expect(new Agent({ client: scriptedClient([]).client, model: 'm' }).maxTurns).toBe(2000)
  })

  it('warns when equal calls give equal results 20 times in a row', async () => {
    const warnings: AgentWarning[] = []
    const play = async (result: () => string) => {
      const turns = [...Array.from({ length: 25 }, () => calling('a')), fin]
      const { agent } = stage({ turns, callbacks: { a: result }, onWarning: (warning) => void warnings.push(warning) })
      await agent.send('go')
    }
    let n = 0
    await play(() => `${n++}`)
    expect(warnings).toEqual([])
    await play(() => 'same')
    expect(warnings).toMatchObject([{ code: 'repeated_call' }])
  })

  it.each([0, NaN, -1])('refuses a limit of %d', (maxTurns) => {
    expect(() => stage({ maxTurns })).toThrow(RangeError)
  })

  it('obeys the signal of a send, also one that has fired', async () => {
    const controller = new AbortController()
    const { agent } = stage({ turns: [{ hangs: 'before headers' }], onRequest: () => controller.abort() })
    await agent.send('go', { signal: controller.signal })
    expect(outline(agent.messages)).toBe('U✓ A⊘')
    const { agent: second, requests } = stage({ turns: [fin] })
    await second.send('go', { signal: AbortSignal.abort() })
    expect([outline(second.messages), requests.length]).toEqual(['U✓ A⊘', 0])
    await second.send('again')
    expect(second.messages.at(-1)?.content).toBe('fin')
  })

  it('takes what is said meanwhile: steering before the next request, follow-ups at the end', async () => {
    const sizes: unknown[] = []
    const { agent, requests } = stage({
      turns: [calling('a'), { text: 'one' }, { text: 'two' }],
      callbacks: { a: () => '' },
    })
    agent.events.on('queue', (size) => void sizes.push(size))
    agent.events.once('tool-call', () => {
      agent.followUp('later')
      agent.steer('now')
    })
    await agent.send('go')
    expect(outline(agent.messages)).toBe('U✓ A✓ T✓ U✓ A✓ U✓ A✓')
    expect(requests.map(({ body }) => body.messages.at(-1)?.content)).toEqual(['go', 'now', 'later'])
    expect([sizes[1], sizes.at(-1)]).toEqual([
      { steer: 1, followUp: 1 },
      { steer: 0, followUp: 0 },
    ])
  })

  it('aborts a tool after its time, and goes on', async () => {
    const fired = gate()
    const { agent } = stage({
      turns: [calling('slow'), fin],
      callbacks: { slow: async (_, { signal }) => (await untilFired(signal), fired.open(), new Promise(() => {})) },
      toolTimeoutMs: 20,
      texts: 'en',
    })
    await agent.send('go')
    await fired.opened
    expect([results(agent), outline(agent.messages)]).toEqual([[englishTexts.toolTimeout('slow', 20)], 'U✓ A✓ T✓ A✓'])
  })

  it('runs at most maxParallelTools at a time, and keeps the order of results', async () => {
    let [now, most] = [0, 0]
    const work = async (name: string) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now -= 1
      return name
    }
    const names = ['a', 'b', 'c', 'd', 'e']
    const callbacks = Object.fromEntries(names.map((name) => [name, () => work(name)]))
    const { agent } = stage({ turns: [calling(...names), fin], callbacks, maxParallelTools: 2 })
    await agent.send('go')
    expect([most, results(agent)]).toEqual([2, names])
  })

  it('emits message-done once for each message, with its final status', async () => {
    const done: string[] = []
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => 'x' } })
    agent.events.on('message-done', (message) => void done.push(outline([message])))
    await agent.send('go')
    expect(done).toEqual(['U✓', 'A✓', 'T✓', 'A✓'])
  })
})

describe('arguments, results and content (decision 63)', () => {
  const city = (given: unknown[]) =>
    new CallbackTool({
      function: {
        name: 'weather',
        parameters: { type: 'object', properties: { days: { type: 'number' } }, required: ['days'] },
      },
      callback: (args) => (given.push(args), 'sunny'),
    })
  const call = (args: Record<string, unknown>): Turn => ({ calls: [{ id: 'c1', name: 'weather', args }] })

  it('validates arguments against the schema: fitting ones run, others are told to the model', async () => {
    const given: unknown[] = []
    const { agent } = stage({ turns: [call({ days: '3' }), call({ day: 3 }), fin], tools: [city(given)], texts: 'en' })
    await agent.send('go')
    expect(given).toEqual([{ days: 3 }])
    expect(results(agent)[1]).toMatch(/do not fit.*days/s)
  })

  it.each<[unknown, unknown]>([
    [{ content: [{ type: 'text', text: 'no such file' }], isError: true }, '执行工具 a 时出错：no such file'],
    [{ content: [{ type: 'text', text: 'yes' }] }, [{ type: 'text', text: 'yes' }]],
    [{ content: [], structuredContent: { n: 1 } }, '{"n":1}'],
    [
      [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    ],
    [
      { content: [{ type: 'resource_link', uri: 'https://a.example/x', name: 'X' }] },
      [{ type: 'text', text: 'X (https://a.example/x)' }],
    ],
    [
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'inside' } }] },
      [{ type: 'text', text: 'inside' }],
    ],
    [{ content: 'a row' }, '{"content":"a row"}'],
    [7n, '"7"'],
  ])('a result of %o', async (value, expected) => {
    const { agent } = stage({ turns: [calling('a'), fin], callbacks: { a: () => value } })
    await agent.send('go')
    expect(results(agent)).toEqual([expected])
  })

  it('sends unknown content as text, once with a warning', async () => {
    const warnings: AgentWarning[] = []
    const content = [42, { type: 'resource', resource: { text: 'inside' } }, { type: 'text', text: 'known' }] as never
    const { agent, requests } = stage({
      turns: [fin, fin],
      messages: [Message.User(content)],
      onWarning: (warning) => void warnings.push(warning),
    })
    await agent.run()
    await agent.send('more')
    const texts = ['42', 'inside', 'known'].map((text) => ({ type: 'text', text }))
    expect(requests[1]?.body.messages[0]?.content).toEqual(texts)
    expect(warnings.map(({ code }) => code)).toEqual(['unknown_content'])
  })

  it('repairs names and surrogates that providers refuse, on the way out only', () => {
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'multi_tool_use.parallel', arguments: String.raw`{"a":"\ud83d"}` },
    }
    const messages = [
      Message.User('half \ud83d'),
      Message.Assistant('', { status: 'completed', tool_calls: [call] }),
      Message.Tool(call, 'x', { status: 'completed' }),
    ]
    const before = JSON.stringify(messages)
    const [user, assistant, result] = stage({ messages }).agent.formatHistory()
    expect(user?.content).toBe('half \ufffd')
    expect(assistant?.tool_calls?.[0]?.function).toEqual({
      name: 'multi_tool_use_parallel',
      arguments: '{"a":"\ufffd"}',
    })
    expect([result?.name, JSON.stringify(messages)]).toEqual(['multi_tool_use_parallel', before])
  })

  it('gives extra_content of calls back as it came (decision 55)', async () => {
    const extra_content = { google: { thought_signature: 'SIGN' } }
    const delta = { tool_calls: [{ index: 0, id: 'c1', function: { name: 'a', arguments: '{}' }, extra_content }] }
    const { agent, requests } = stage({
      turns: [{ chunks: [chunk(delta), chunk({}, 'tool_calls')] }, fin],
      callbacks: { a: () => '' },
    })
    await agent.send('go')
    expect(requests[1]?.body.messages[1]?.tool_calls).toMatchObject([{ id: 'c1', extra_content }])
  })

  it('takes the cost of a usage as it is (decision 60)', () => {
    const used = {
      ...usage(1_000_000, 1_000_000),
      prompt_tokens_details: { cached_tokens: 400_000, cache_write_tokens: 100_000 },
    }
    const cost = { input: 2, output: 10, cacheRead: 1, cacheWrite: 4 }
    expect(costOf(used, { cost })).toEqual({ input: 1, output: 10, cacheRead: 0.4, cacheWrite: 0.4, total: 11.8 })
    expect(costOf(used, { cost: { input: 2, output: 10 } }).total).toBeUndefined()
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

describe('growth (A10)', () => {
  it('10,000 calls in one response take a time that grows with their number', async () => {
    const tool_calls = Array.from({ length: 10_000 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: 'a', arguments: '{}' },
    }))
    const messages = [
      Message.User('go'),
      Message.Assistant('', {
        status: 'aborted',
        tool_calls: tool_calls.map((call) => ({ ...call, type: 'function' })),
      }),
    ]
    const start = performance.now()
    const { agent } = stage({ turns: [fin], messages })
    await agent.run()
    expect(agent.messages.length).toBe(10_003)
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
