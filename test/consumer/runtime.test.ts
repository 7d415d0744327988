// The cases of kind bundling-runtime that need a Node of their own.
import { expect, inject, it } from 'vitest'

import { runNode } from './support/run-node.ts'

const consumer = inject('consumer')

it('case no-code-from-strings: arguments are checked where eval and new Function are forbidden', async () => {
  const program = `
    import '@dreb/ai'
    import '@dreb/agent-core'
    import '@ai-zen/agents-core'
    import { validateToolArguments } from '@dreb/ai'
    const parameters = { type: 'object', properties: { offset: { type: 'number' } }, required: ['offset'] }
    const tool = { name: 'read', description: 'Reads', parameters }
    const check = (args) =>
      validateToolArguments(tool, { type: 'toolCall', id: '1', name: 'read', arguments: args }).catch((error) => error.message)
    console.log(JSON.stringify([await check({ offset: '5' }), await check({})]))`
  const results = await runNode(consumer, program, ['--disallow-code-generation-from-strings'])
  expect(results).toEqual([{ offset: 5 }, expect.stringContaining('offset')])
})

it.each([
  ['crypto.randomUUID', `Reflect.defineProperty(crypto, 'randomUUID', { value: undefined })`],
  ['crypto', `Reflect.deleteProperty(globalThis, 'crypto')`],
])('case no-randomuuid-in-insecure-context: ids are unique without %s', async (_what, remove) => {
  const program = `
    ${remove}
    const { Message } = await import('@ai-zen/agents-core')
    const { stream } = await import('@dreb/ai')
    const ids = Array.from({ length: 1000 }, () => Message.User('x').id)
    const call = (index) => ({ index, function: { name: 'now', arguments: '{}' } })
    const choices = [{ index: 0, delta: { tool_calls: [call(0), call(1)] }, finish_reason: 'tool_calls' }]
    const body = 'data: ' + JSON.stringify({ choices }) + '\\n\\ndata: [DONE]\\n\\n'
    const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    const model = { id: 'm', name: 'm', api: 'openai-completions', provider: 'own', baseUrl: 'http://own', reasoning: false, input: ['text'], cost: {}, contextWindow: 9, maxTokens: 9 }
    const message = await stream(model, { messages: [] }, { apiKey: 'key', fetch }).result()
    const calls = message.content.map(({ id }) => id)
    console.log(JSON.stringify({ messages: new Set(ids).size, calls: new Set(calls.filter(Boolean)).size, hasUUID: typeof globalThis.crypto?.randomUUID }))`
  expect(await runNode(consumer, program)).toEqual({ messages: 1000, calls: 2, hasUUID: 'undefined' })
})

// `hangs` is a request that ends only by its signal.
const inVue = `
  import { Agent as PluginAgent } from '@ai-zen/agents-core'
  import { Agent } from '@dreb/agent-core'
  import { reactive, ref } from '@vue/reactivity'
  let unhandled = 0
  process.on('unhandledRejection', () => unhandled++)
  const hangs = (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))`

it('case agent-inside-a-reactive-proxy: agents-core works in reactive(), and abort on the raw agent reaches its run', async () => {
  const program = `${inVue}
    const raw = new PluginAgent({ client: { chat: { completions: { create: hangs } } }, model: 'm' })
    const agent = reactive(raw)
    agent.events.on('chunk', () => {})
    setTimeout(() => raw.abort(), 20)
    const messages = await agent.send('x')
    console.log(JSON.stringify({ status: messages.at(-1).status, unhandled }))`
  expect(await runNode(consumer, program)).toEqual({ status: 'aborted', unhandled: 0 })
})

it('case agent-inside-a-reactive-proxy: agent-core works in ref(), and abort on the raw agent reaches its run', async () => {
  const program = `${inVue}
    const model = { id: 'm', name: 'm', api: 'openai-completions', provider: 'own', baseUrl: 'http://own', reasoning: false, input: ['text'], cost: {}, contextWindow: 9, maxTokens: 9 }
    const raw = new Agent({ initialState: { model }, getApiKey: () => 'k', fetch: hangs })
    const agent = ref(raw)
    setTimeout(() => raw.abort(), 20)
    await agent.value.prompt('x')
    console.log(JSON.stringify({ stopReason: agent.value.state.messages.at(-1).stopReason, unhandled }))`
  expect(await runNode(consumer, program)).toEqual({ stopReason: 'aborted', unhandled: 0 })
})

// `restored` says whether an agent goes on with the messages of a store, which the store then still owns.
const inStores = `
  import { Agent as PluginAgent } from '@ai-zen/agents-core'
  import { Agent } from '@dreb/agent-core'
  import { produce } from 'immer'
  import { isObservable, observable, runInAction } from 'mobx'
  const choice = { index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }
  const body = 'data: ' + JSON.stringify({ choices: [choice] }) + '\\n\\ndata: [DONE]\\n\\n'
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const create = async () => (async function* () { yield { choices: [choice] } })()
  const model = { id: 'm', name: 'm', api: 'openai-completions', provider: 'own', baseUrl: 'http://own', reasoning: false, input: ['text'], cost: {}, contextWindow: 9, maxTokens: 9 }
  const kinds = {
    'agent-core': {
      make: (messages = []) => new Agent({ initialState: { model, messages }, getApiKey: () => 'k', fetch }),
      say: (agent) => agent.prompt('x'),
      messagesOf: (agent) => agent.state.messages,
    },
    'agents-core': {
      make: (messages) => new PluginAgent({ client: { chat: { completions: { create } } }, model: 'm', messages }),
      say: (agent) => agent.send('x'),
      messagesOf: (agent) => agent.messages,
    },
  }
  const outline = (messages) => messages.map(({ role }) => role[0]).join('')`

it.each(['agent-core', 'agents-core'])('%s works in stores of MobX, and with their messages', async (kind) => {
  const program = `${inStores}
    const { make, say, messagesOf } = kinds['${kind}']
    const store = observable({ agent: make(), log: [] })
    await say(store.agent)
    runInAction(() => store.log.push(...messagesOf(store.agent).map((message) => ({ ...message }))))
    const restored = make(store.log.slice())
    await say(restored)
    runInAction(() => (store.log[0].content = 'edited'))
    console.log(JSON.stringify({
      isObserved: isObservable(store.log[0]), store: outline(store.log), edited: store.log[0].content,
      first: outline(messagesOf(store.agent)), restored: outline(messagesOf(restored)),
    }))`
  const expected = { isObserved: true, store: 'ua', edited: 'edited', first: 'ua', restored: 'uaua' }
  expect(await runNode(consumer, program)).toEqual(expected)
})

it.each(['agent-core', 'agents-core'])('%s works in states of immer, and with their messages', async (kind) => {
  const program = `${inStores}
    const { make, say, messagesOf } = kinds['${kind}']
    const empty = produce({ agent: make(), log: [] }, () => {})
    await say(empty.agent)
    const state = produce(empty, (draft) => void draft.log.push(...messagesOf(draft.agent).map((message) => ({ ...message }))))
    const restored = make(state.log)
    await say(restored)
    const edited = produce(state, (draft) => void (draft.log[0].content = 'edited'))
    console.log(JSON.stringify({
      isFrozen: Object.isFrozen(state.log[0]), state: outline(state.log), edited: edited.log[0].content,
      first: outline(messagesOf(state.agent)), restored: outline(messagesOf(restored)),
    }))`
  const expected = { isFrozen: true, state: 'ua', edited: 'edited', first: 'ua', restored: 'uaua' }
  expect(await runNode(consumer, program)).toEqual(expected)
})
