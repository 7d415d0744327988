import { Agent as PluginAgent, CallbackTool, Message } from '@ai-zen/agents-core'
import { Agent as LoopAgent } from '@dreb/agent-core'
import { createOpenAIClient, isContextOverflow, validateToolArguments } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'

import { openaiCompletions } from '../wires/chat.ts'
import { encodeAll, textResponse } from '../wires/wire.ts'
import type { GrowthRow } from './measure.ts'
import { respondingFetch } from './respond.ts'

const wrongItems = { type: 'object', properties: { items: { type: 'array', items: { type: 'number' } } } }
const wrongNumber = { type: 'object', properties: { n: { type: 'number' } } }
const wide = { type: 'object', additionalProperties: { type: 'integer' } }

async function validate(parameters: object, args: Record<string, unknown>): Promise<void> {
  const call = { type: 'toolCall' as const, id: 'c', name: 'act', arguments: args }
  await validateToolArguments({ name: 'act', parameters }, call).catch(() => {})
}

function overflow(text: string): boolean {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 }
  const failed = {
    role: 'assistant',
    content: [],
    api: 'a',
    provider: 'p',
    model: 'm',
    usage,
    stopReason: 'error',
    errorMessage: text,
    timestamp: 1,
  }
  return isContextOverflow(failed as unknown as Parameters<typeof isContextOverflow>[0])
}

/** Texts that make a bad regular expression go back and forth. */
const tricky = [' ', '1', 'a', 'maximum ', 'prompt is too long: ', '1,', '0 tokens > ', 'http://a.']

/** Arguments, error texts and agents. */
export const toolRows: readonly GrowthRow[] = [
  {
    name: 'wrong items of a list',
    size: 2000,
    run: (count) => validate(wrongItems, { items: Array.from({ length: count }, () => 'x') }),
  },
  {
    name: 'wrong properties of an object',
    size: 2000,
    run: (count) => validate(wide, Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]))),
  },
  { name: 'bytes of one wrong value', size: 200_000, run: (count) => validate(wrongNumber, { n: 'x'.repeat(count) }) },
  ...tricky.map((part): GrowthRow => ({
    name: `characters of "${part}" where a number is wanted`,
    size: 20_000,
    run: (count) => validate(wrongNumber, { n: `${part.repeat(count / part.length)}!` }),
  })),
  ...tricky.map((part): GrowthRow => ({
    name: `characters of "${part}" in an error text`,
    size: 20_000,
    run: async (count) => void overflow(`${part.repeat(count / part.length)}!`),
  })),
  {
    name: 'messages that steer an agent',
    size: 1250,
    run: async (count) => {
      const agent = new LoopAgent({
        streamFn: scriptedStream('ok'),
        initialState: { model: scriptedModel },
        steeringMode: 'all',
      })
      for (let index = 0; index < count; index++) agent.steer({ role: 'user', content: `${index}`, timestamp: index })
      await agent.prompt('Hello')
      if (agent.state.messages.length !== count + 2) throw new Error(`${agent.state.messages.length} messages`)
    },
  },
  {
    name: 'messages of the history of an agent of @ai-zen/agents-core',
    size: 1250,
    run: async (count) => {
      const fetch = respondingFetch(
        openaiCompletions,
        encodeAll(openaiCompletions, textResponse(openaiCompletions, 'ok')),
      )
      const agent = new PluginAgent({
        client: createOpenAIClient(openaiCompletions.model('http://127.0.0.1:9'), { fetch, apiKey: 'key' }),
        model: 'test-model',
      })
      for (let index = 0; index < count; index++) agent.append(Message.User(`${index}`))
      await agent.send('Hello')
    },
  },
  {
    name: 'calls of one message to an agent of @ai-zen/agents-core',
    size: 150,
    run: async (count) => {
      const fetch = oneRound(count)
      const act = new CallbackTool({
        function: { name: 'act', description: 'Acts', parameters: wide },
        callback: () => 'ok',
      })
      const agent = new PluginAgent({
        client: createOpenAIClient(openaiCompletions.model('http://127.0.0.1:9'), { fetch, apiKey: 'key' }),
        model: 'test-model',
        tools: [act],
      })
      await agent.send('Hello')
      const results = agent.messages.filter(({ role }) => role === 'tool')
      if (results.length !== count) throw new Error(`${results.length} results`)
    },
  },
]

/** First so many calls, then a text. */
function oneRound(count: number): typeof fetch {
  const opened = Array.from({ length: count }, (_, index) => ({ index, id: `call_${index}`, name: 'act' }))
  const wire = openaiCompletions
  const calls = opened.flatMap((call) => [...wire.openCall(call), wire.argument('{"a":1}', call)])
  const bodies = [[...wire.begin, ...calls, ...wire.finish('toolUse')], textResponse(wire, 'ok')]
  const responses = bodies.map((events) => respondingFetch(wire, encodeAll(wire, events)))
  const [first, second] = responses as [typeof fetch, typeof fetch]
  let isFirst = true
  return (input, init) => {
    const fetch = isFirst ? first : second
    isFirst = false
    return fetch(input, init)
  }
}
