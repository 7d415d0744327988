// oxlint-disable typescript/unbound-method -- that methods are bound is what is tested
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { describe, expect, it, vi } from 'vitest'

import { Agent, type AgentMessage } from '#src/index.ts'

import { calls, ran, staged, user } from './support/staged.ts'
import { standardTools, tool } from './support/tools.ts'
import { textOf } from './support/trace.ts'

/** A Proxy around everything that is read through it, as Vue's `reactive` and MobX make. */
function reactive<T extends object>(target: T): T {
  const wrap = (value: unknown): unknown => {
    const isPlain = typeof value === 'object' && value !== null && Object.isExtensible(value)
    return isPlain ? reactive(value) : value
  }
  return new Proxy(target, { get: (object, key, receiver) => wrap(Reflect.get(object, key, receiver)) })
}

describe('what is frozen (A1, decision 56)', () => {
  it('is never Object.prototype, wherever it stands', async () => {
    const args = { value: Object.prototype, nested: { list: [Object.prototype] } }
    await ran([calls(['t1', 'fast', args]), 'ok'])
    expect(Object.isFrozen(Object.prototype)).toBe(false)
  })

  it('is no instance of a class and no host object', async () => {
    class Handle {
      uses = 0
    }
    const odd = { handle: new Handle(), url: new URL('http://localhost'), bytes: new Uint8Array(1), map: new Map() }
    await ran([calls(['t1', 'fast', odd]), 'ok'])
    for (const value of Object.values(odd)) expect(Object.isFrozen(value)).toBe(false)
  })

  it('keeps an own key named __proto__ a key', async () => {
    const { agent } = await ran([calls(['t1', 'fast', JSON.parse('{"__proto__":{"x":1}}')]), 'ok'])
    expect(JSON.stringify(agent.state.messages[1])).toContain('"__proto__":{"x":1}')
  })

  it('is a copy: prompted, restored, steered, queued and replaced messages stay the caller’s', async () => {
    const own = ['prompt', 'restored', 'steered', 'queued', 'replaced'].map((name): AgentMessage => ({
      role: 'user',
      content: [{ type: 'text', text: name }],
      timestamp: 1,
    }))
    const [prompted, restored, steered, queued, replaced] = own as [AgentMessage, ...AgentMessage[]]
    const { agent } = staged(['a', 'b', 'c', 'd'], { initialState: { messages: [restored!] } })
    agent.replaceMessages([...agent.state.messages, replaced!])
    agent.steer(steered!)
    agent.followUp(queued!)
    await agent.prompt(prompted)
    expect(agent.state.messages.filter(({ role }) => role === 'user').map(textOf)).toEqual([
      'restored',
      'replaced',
      'prompt',
      'steered',
      'queued',
    ])
    for (const message of own) {
      expect([Object.isFrozen(message), Object.isFrozen(message.content)]).toEqual([false, false])
      expect(agent.state.messages).not.toContain(message)
    }
  })

  it('is copied once: a message that the agent has kept stays the same object', async () => {
    const { agent } = await ran(['a', 'b'])
    const before = [...agent.state.messages]
    await agent.prompt('more')
    expect(agent.state.messages.slice(0, 2).every((message, at) => message === before[at])).toBe(true)
  })
})

describe('an agent behind a Proxy (decision 56)', () => {
  it('prompts, runs tools, is steered, listened to and set', async () => {
    const raw = new Agent({
      streamFn: scriptedStream(calls(['t1', 'fast']), 'ok', 'steered'),
      initialState: { model: scriptedModel, tools: standardTools() },
    })
    const agent = reactive(raw)
    const types: string[] = []
    agent.subscribe((event) => types.push(event.type))
    agent.sessionId = 's'
    agent.setSystemPrompt('system')
    agent.steer('S')
    await agent.prompt('go')
    expect(agent.state.messages.map(({ role }) => role)).toEqual([
      'user',
      'user',
      'assistant',
      'toolResult',
      'assistant',
    ])
    expect([raw.sessionId, raw.state.systemPrompt, types.at(-1)]).toEqual(['s', 'system', 'agent_end'])
    expect(agent.hasQueuedMessages()).toBe(false)
    agent.reset()
    expect(raw.state.messages).toEqual([])
  })

  it('abort() on the raw object reaches a run that was started on the proxy', async () => {
    const raw = staged([{ text: 'x', fails: 'hang' }]).agent
    const run = reactive(raw).prompt('go')
    setTimeout(raw.abort, 5)
    await run
    expect(raw.state.messages.at(-1)).toMatchObject({ stopReason: 'aborted' })
  })

  it('takes messages and tools that are proxies', async () => {
    const given = reactive({ messages: [user('restored')], tools: [tool('fast', async () => ({ content: [] }))] })
    const { agent } = await ran([calls(['t1', 'fast']), 'ok'], { initialState: given })
    expect(agent.state.error).toBeUndefined()
  })

  it('has bound methods and accessors, those of derived classes included', async () => {
    class Shy extends Agent {
      override async prompt(): Promise<void> {
        await super.prompt(this.suffix())
      }
      suffix() {
        return 'from the derived class'
      }
    }
    const shy = new Shy({ streamFn: scriptedStream('ok'), initialState: { model: scriptedModel } })
    const { prompt, waitForIdle, exportState } = shy
    await prompt()
    await waitForIdle()
    expect(textOf(exportState().messages[0])).toBe('from the derived class')
  })

  it('works with useSyncExternalStore(agent.subscribe, () => agent.state) as it is written', async () => {
    const { agent } = staged([calls(['t1', 'fast']), 'ok'])
    const getSnapshot = () => agent.state
    const { subscribe } = agent
    let rendered = getSnapshot()
    let renders = 0
    let isStable = true
    const leave = subscribe(() => {
      isStable &&= Object.is(getSnapshot(), getSnapshot())
      if (Object.is(rendered, getSnapshot())) return
      rendered = getSnapshot()
      renders++
    })
    await agent.prompt('go')
    leave()
    expect(isStable).toBe(true)
    expect(renders).toBeGreaterThan(8)
    expect(rendered).toBe(agent.state)
    expect(rendered.messages).toHaveLength(4)
  })

  it('shows no settings to whoever prints or stores it', () => {
    const agent = new Agent({ headers: { 'x-key': 'SECRET' } })
    expect(JSON.stringify(agent)).not.toContain('SECRET')
    expect(JSON.stringify(Object.assign({}, agent))).not.toContain('SECRET')
  })

  it('can be spied on', async () => {
    const { agent } = staged(['ok'])
    const spy = vi.spyOn(agent, 'prompt')
    await agent.prompt('go')
    expect(spy).toHaveBeenCalledOnce()
  })
})
