import { afterEach, describe, expect, it, vi } from 'vitest'

import {
  Agent,
  AgentTool,
  AgentToolLazy,
  ApprovalPlugin,
  AutoMigratePlugin,
  type AgentNS,
  Message,
  sumUsage,
  type Tool,
} from '#src/index.ts'

import { hasShared, type SharedCase, sharedCases } from '../../ai/test/support/shared.ts'
import { chunk, scriptedClient, type Turn, usage } from './support/scripted-client.ts'
import { calling, definition, gate, results, stage, tool, untilFired } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

const fin: Turn = { text: 'fin' }
const deferring = () => new ApprovalPlugin({ ask: () => ({ type: 'defer' }) })

/** The guide's own loop: decide, then go on when nothing is pending. */
async function decideAndGoOn(approval: ApprovalPlugin, agent: Agent, id: string): Promise<void> {
  await approval.decide(agent, id, { type: 'allow' })
  if (approval.pending.length === 0) await agent.run()
}

const inputOf = (kind: string, id: string): SharedCase['input'] => {
  const found = sharedCases(kind).find((one) => one.id === id)
  if (!found) throw new Error(`No case ${kind}/${id}`)
  return found.input
}

describe('approvals (decision 58)', () => {
  it('abort-reaches-a-decided-tool', async () => {
    const running = gate()
    const approval = deferring()
    const { agent, requests } = stage({
      turns: [calling('pay')],
      callbacks: { pay: (_, ctx) => (running.open(), untilFired(ctx.signal)) },
      plugins: [approval],
    })
    await agent.send('go')
    const deciding = approval.decide(agent, 'c1', { type: 'allow' })
    await running.opened
    await expect(agent.send('too early')).rejects.toMatchObject({ code: 'agent_busy' })
    expect(approval.pending.length).toBe(1)
    agent.abort()
    await deciding
    expect([results(agent), approval.pending, agent.isHasPendingMessage, requests.length]).toEqual([
      ['用户中断了会话'],
      [],
      false,
      1,
    ])
    expect(problemsOf(agent.formatHistory())).toEqual([])
  })

  it('two-decisions-at-the-same-time', async () => {
    const slow = gate()
    const approval = deferring()
    const { agent, requests } = stage({
      turns: [calling('pay', 'mail'), fin],
      callbacks: { pay: async () => (await slow.opened, 'paid'), mail: () => (slow.open(), 'mailed') },
      plugins: [approval],
    })
    await agent.send('go')
    const ids = approval.pending.map(({ id }) => id)
    await Promise.all(ids.map((id) => decideAndGoOn(approval, agent, id)))
    expect([results(agent), requests.length, approval.pending]).toEqual([['paid', 'mailed'], 2, []])
  })

  it('decided-after-a-later-answer', async () => {
    const approval = deferring()
    const { agent, requests } = stage({
      turns: [calling('pay'), { text: 'I wait' }, fin],
      callbacks: { pay: () => 'paid' },
      plugins: [approval],
    })
    await agent.send('go')
    await agent.send('how long?')
    await decideAndGoOn(approval, agent, 'c1')
    const sent = requests[2]?.body.messages ?? []
    expect(sent.at(-1)?.role).toBe('user')
    expect(sent.at(-1)?.content).toContain('paid')
    expect(problemsOf(sent)).toEqual([])
  })

  it('keeps calls of one id apart that two responses make', async () => {
    const approval = deferring()
    const { agent } = stage({
      turns: [calling('pay'), calling('pay')],
      callbacks: { pay: () => 'paid' },
      plugins: [approval],
    })
    await agent.send('go')
    await agent.send('again')
    const [first, second] = approval.pending
    await expect(approval.decide(agent, 'c1', { type: 'allow' })).rejects.toThrow(RangeError)
    await approval.decide(agent, first?.id ?? '', { type: 'deny', reason: 'no' })
    expect(approval.pending).toEqual([second])
    await approval.decide(agent, second?.id ?? '', { type: 'allow' })
    expect(results(agent)).toEqual(['no', 'paid'])
  })

  it('refuses a second decision about the same call, and runs its tool once', async () => {
    const approval = deferring()
    const { agent, count } = stage({ turns: [calling('pay')], callbacks: { pay: () => 'paid' }, plugins: [approval] })
    await agent.send('go')
    const twice = [1, 2].map(() => approval.decide(agent, 'c1', { type: 'allow' }))
    expect((await Promise.allSettled(twice)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(count('exec:pay')).toBe(1)
  })
})

type Variant = 'AgentTool' | 'AgentToolLazy'
function delegation(variant: Variant, client: Agent['client'], tools: Tool[]): Tool {
  const messages = [Message.User('please')]
  if (variant === 'AgentTool')
    return new AgentTool({ function: definition('ask'), client, model: 'm', messages, tools })
  const buildAgent = () => new Agent({ client, model: 'm', tools })
  return new AgentToolLazy({ function: definition('ask'), messages, buildAgent })
}

describe.each<Variant>(['AgentTool', 'AgentToolLazy'])('a sub-agent through %s', (variant) => {
  const play = async (childTurns: Turn[], decideAll: (agent: Agent, approval: ApprovalPlugin) => Promise<void>) => {
    const child = scriptedClient(childTurns)
    const approval = deferring()
    const ran: unknown[] = []
    const refund = tool('refund', (_, ctx) => (ran.push(ctx.tool_call.id), 'ok'))
    const staged = stage({ turns: [calling('ask'), fin], tools: [delegation(variant, child.client, [refund])] })
    staged.agent.use({ onSubAgentStart: ({ subAgent }) => void subAgent.use(approval) })
    await staged.agent.send('go')
    const waiting = staged.requests.length
    staged.agent.messages = JSON.parse(JSON.stringify(staged.agent.messages)) as AgentNS.Message[]
    await decideAll(staged.agent, approval)
    return { ...staged, child, ran, approval, waiting }
  }

  it('deferred-call-of-a-sub-agent', async () => {
    const turns: Turn[] = [{ calls: [{ id: 'k1', name: 'refund' }] }, { text: 'refund is made', usage: usage(5, 1) }]
    const { agent, child, ran, requests, waiting } = await play(turns, async (host, approval) => {
      expect(approval.pending).toMatchObject([{ callId: 'k1', within: [{ position: 0 }] }])
      await decideAndGoOn(approval, host, approval.pending[0]?.id ?? '')
    })
    expect([waiting, ran, child.requests.length, requests.length]).toEqual([1, ['k1'], 2, 2])
    expect(requests[1]?.body.messages.at(-1)?.content).toBe('refund is made')
    expect([sumUsage(agent.messages), JSON.stringify(agent.messages).includes('waiting')]).toEqual([usage(5, 1), false])
  })

  it('goes on when its last waiting call is decided', async () => {
    const turns: Turn[] = [
      {
        calls: [
          { id: 'k1', name: 'refund' },
          { id: 'k2', name: 'refund' },
        ],
      },
      { text: 'both made' },
    ]
    const { child, ran, requests } = await play(turns, async (host, approval) => {
      const ids = approval.pending.map(({ id }) => id)
      await Promise.all(ids.map((id) => decideAndGoOn(approval, host, id)))
    })
    expect([ran, child.requests.length, requests.length]).toEqual([['k1', 'k2'], 2, 2])
    expect(requests[1]?.body.messages.at(-1)?.content).toBe('both made')
  })

  it.each(['', 'found three files'])('sub-agent-that-was-stopped-by-its-own-limit, having said %j', async (text) => {
    const child = scriptedClient([{ text, hangs: 'at the end' }])
    const { agent, requests } = stage({ turns: [calling('ask'), fin], tools: [delegation(variant, child.client, [])] })
    const stop = ({ subAgent }: { subAgent: { abort(): void } }) => void setTimeout(() => subAgent.abort(), 40)
    agent.use({ onSubAgentStart: stop })
    await agent.send('go')
    expect([requests.length, results(agent)[0]]).toEqual([2, expect.stringContaining('中止')])
    expect(results(agent)[0]).toContain(text)
  })

  it('that reaches its limit of requests is a failed tool (decision 67)', async () => {
    const child = scriptedClient([calling('refund'), calling('refund')])
    const host = delegation(variant, child.client, [tool('refund', () => 'ok')])
    const { agent } = stage({ turns: [calling('ask'), fin], tools: [host] })
    agent.use({ onSubAgentStart: ({ subAgent }) => void (subAgent.maxTurns = 1) })
    await agent.send('go')
    expect(results(agent)[0]).toContain('maxTurns')
  })
})

describe.runIf(hasShared)('cases from public reports, in their own words', () => {
  it('chat-reasoning-details-replayed', async () => {
    const [first] = inputOf('request-build', 'chat-reasoning-details-replayed')['model'] as { chunks: unknown[] }[]
    const { agent, requests } = stage({ turns: [{ chunks: first?.chunks ?? [] }, fin], callbacks: { w: () => 'rain' } })
    await agent.send('go')
    const sent = requests[1]?.body.messages[1] as unknown as Record<string, unknown>
    expect(sent).toMatchObject({
      reasoning: 'Let me look',
      reasoning_details: [{ text: 'Let me look', signature: 'SIGN==' }],
    })
    expect(sent).not.toHaveProperty('reasoning_content')
  })

  it('summary-request-without-words-about-tools', async () => {
    const { modelConfig } = inputOf('request-build', 'summary-request-without-words-about-tools')['options'] as {
      modelConfig: Record<string, unknown>
    }
    const turns: Turn[] = [{ text: 'hello', usage: usage(5000, 10) }, { text: 'SUMMARY' }]
    const { agent, requests } = stage({
      turns,
      modelConfig,
      callbacks: { x: () => '' },
      plugins: [new AutoMigratePlugin({ maxTokens: 1000 })],
    })
    await agent.send('go')
    expect(Object.keys(requests[1]?.body ?? {}).toSorted()).toEqual([
      'messages',
      'model',
      'stream',
      'stream_options',
      'temperature',
    ])
    expect(requests[0]?.body).toHaveProperty('parallel_tool_calls', false)
  })

  it.each(['omit', 'prune'] as const)('deferred-call-survives-the-summary, under %s', async (strategy) => {
    const approval = deferring()
    const { agent, requests, count } = stage({
      turns: [{ ...calling('pay'), usage: usage(5000, 10) }, fin],
      callbacks: { pay: () => 'paid' },
      plugins: [approval, new AutoMigratePlugin({ maxTokens: 1000, strategy })],
    })
    await agent.send('go')
    await decideAndGoOn(approval, agent, 'c1')
    expect([count('exec:pay'), requests.at(-1)?.body.messages.at(-1)?.content]).toEqual([1, 'paid'])
  })

  it('cached-tokens-through-all-sums', async () => {
    const { input, expected } = sharedCases('usage-cost').find(
      ({ id }) => id === 'cached-tokens-through-all-sums',
    ) as SharedCase
    const script = input as unknown as Record<'parent' | 'child', { usage: AgentNS.Usage }[]>
    const child = scriptedClient([{ text: 'child', usage: script.child[0]?.usage as AgentNS.Usage }])
    const turns = [
      { ...calling('ask'), usage: script.parent[0]?.usage },
      { text: 'x', usage: script.parent[1]?.usage },
    ]
    const { agent } = stage({ turns: turns as Turn[], tools: [delegation('AgentTool', child.client, [])] })
    await agent.send('go')
    expect(sumUsage(agent.messages)).toEqual(expected['sumUsage'])
    expect(agent.messages[2]?.subAgentUsage).toMatchObject((expected['subAgentUsage'] as { p1: object }).p1)
  })
})

describe('no-randomuuid-in-insecure-context', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([[{ getRandomValues: crypto.getRandomValues.bind(crypto) }], [undefined]])('with crypto %o', async (stub) => {
    vi.stubGlobal('crypto', stub)
    expect(new Set(Array.from({ length: 1000 }, () => Message.User('x').id)).size).toBe(1000)
    const named = (index: number) => ({ index, function: { name: 'a', arguments: '{}' } })
    const chunks = [chunk({ tool_calls: [named(0), named(1)] }), chunk({}, 'tool_calls')]
    const { agent } = stage({ turns: [{ chunks }, fin], callbacks: { a: () => '' } })
    await agent.send('go')
    expect(new Set(agent.messages[1]?.tool_calls?.map(({ id }) => id)).size).toBe(2)
  })
})
