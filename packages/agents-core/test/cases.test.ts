import { describe, expect, it } from 'vitest'

import {
  Agent,
  type AgentContextOptions,
  AgentNS,
  type AgentPlugin,
  AgentTool,
  AgentToolLazy,
  Message,
  reconcileAbortedToolRounds,
  sumUsage,
  type Tool,
} from '#src/index.ts'

import { hasShared, type SharedCase, sharedCases } from '../../ai/test/support/shared.ts'
import { toNeutral } from './support/neutral.ts'
import { type ScriptedRequest, scriptedClient, type Turn } from './support/scripted-client.ts'
import { definition, gate, outline, results, stage, tool } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

/** A turn of a scripted model, in the words of the cases. */
interface CaseTurn {
  text?: string
  toolCalls?: { id: string; name: string; arguments: Record<string, unknown> }[]
  usage?: { input: number; output: number }
  end?: string
}

const toUsage = ({ input, output }: { input: number; output: number }): AgentNS.Usage => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
})

const toTurn = ({ text, toolCalls, usage, end }: CaseTurn): Turn => ({
  ...(text !== undefined && { text }),
  ...(toolCalls && { calls: toolCalls.map(({ id, name, arguments: args }) => ({ id, name, args })) }),
  ...(usage && { usage: toUsage(usage) }),
  ...(end === 'hang' && { hangs: 'at the end' as const }),
})

const turnsOf = (input: Record<string, unknown>, key: string): Turn[] => ((input[key] ?? []) as CaseTurn[]).map(toTurn)
const caseOf = (kind: string, id: string): SharedCase => {
  const found = sharedCases(kind).find((one) => one.id === id)
  if (!found) throw new Error(`No case ${kind}/${id}`)
  return found
}

/** Both ways to delegate. */
type Variant = 'AgentTool' | 'AgentToolLazy'
function delegation(variant: Variant, name: string, options: AgentContextOptions): Tool {
  if (variant === 'AgentTool') return new AgentTool({ function: definition(name), ...options })
  const { messages, ...rest } = options
  return new AgentToolLazy({ function: definition(name), messages, buildAgent: () => new Agent(rest) })
}

describe.runIf(hasShared)('cases from public reports', () => {
  it('aborted-round-fill', () => {
    const { input, expected } = caseOf('history-repair', 'aborted-round-fill')
    const outgoing = (strategy: 'fill' | 'drop') => {
      const messages = storedMessages(input['messages'] as StoredMessage[])
      reconcileAbortedToolRounds(messages, strategy, 'stopped by user')
      const { agent } = stage({ messages })
      return agent.formatHistory().map(toNeutral)
    }
    expect(outgoing('fill')).toEqual(expected['outgoing'])
    expect(outgoing('drop')).toEqual([{ role: 'user', text: 'go' }])
  })

  it('hook-rejection-becomes-a-result', async () => {
    const { input } = caseOf('hooks-events', 'hook-rejection-becomes-a-result')
    const heard: (string | undefined)[] = []
    const plugins: AgentPlugin[] = [
      { onToolCall: ({ tool_call }) => (tool_call.function?.name === 'rm' ? 'Tool rm is rejected.' : undefined) },
      { onToolCall: ({ tool_call }) => void heard.push(tool_call.id) },
    ]
    const { agent, requests, count } = stage({
      turns: turnsOf(input, 'model'),
      callbacks: { rm: () => 'deleted', ls: () => 'files' },
      plugins,
    })
    await agent.send('go')
    expect([requests.length, count('exec:rm'), count('exec:ls'), heard]).toEqual([2, 0, 1, ['c2']])
    expect(results(agent)).toEqual(['Tool rm is rejected.', 'files'])
    expect(problemsOf(agent.formatHistory())).toEqual([])
  })

  it('hook-sees-complete-arguments', async () => {
    const { input } = caseOf('hooks-events', 'hook-sees-complete-arguments')
    const seen: unknown[] = []
    const { agent } = stage({
      turns: turnsOf(input, 'model'),
      callbacks: { sh: (args) => (seen.push(args), 'ok') },
      plugins: [{ onToolCall: ({ parsedArgs }) => void seen.push(structuredClone(parsedArgs)) }],
    })
    await agent.send('go')
    expect(seen).toEqual([{ cmd: 'ls -l' }, { cmd: 'ls -l' }])
  })

  describe.each<Variant>(['AgentTool', 'AgentToolLazy'])('through %s', (variant) => {
    const delegate = (input: Record<string, unknown>, onChild?: (request: ScriptedRequest, nth: number) => void) => {
      const grandchild = scriptedClient(turnsOf(input, 'grandchild'))
      const child = scriptedClient(turnsOf(input, 'child'), onChild)
      const messages = [Message.User('please')]
      const deeper = delegation(variant, 'ask_grandchild', { client: grandchild.client, model: 'm', messages })
      const tools = [tool('look', () => 'seen'), deeper]
      const ask = delegation(variant, 'ask_child', { client: child.client, model: 'm', messages, tools })
      return { ...stage({ turns: turnsOf(input, 'parent'), tools: [ask] }), child }
    }
    const used = ({ messages }: Agent) => messages.find(({ tool_call_id }) => tool_call_id === 'c1')?.subAgentUsage

    it('child-usage-reaches-the-parent', async () => {
      const { input } = caseOf('sub-agents', 'child-usage-reaches-the-parent')
      const { agent } = delegate(input)
      await agent.send('go')
      expect(used(agent)).toEqual(toUsage({ input: 2100, output: 70 }))
      expect(sumUsage(agent.messages)).toEqual(toUsage({ input: 2350, output: 85 }))
      expect([agent.lastUsage, results(agent)]).toEqual([toUsage({ input: 150, output: 5 }), ['found']])
    })

    it('grandchild-counted-once', async () => {
      const { input } = caseOf('sub-agents', 'grandchild-counted-once')
      const { agent } = delegate(input)
      await agent.send('go')
      expect([used(agent), sumUsage(agent.messages)]).toEqual([
        toUsage({ input: 1200, output: 120 }),
        toUsage({ input: 1220, output: 122 }),
      ])
    })

    it('delegation-refused-by-hook', async () => {
      const { input } = caseOf('sub-agents', 'delegation-refused-by-hook')
      const { agent, requests, child } = delegate(input)
      agent.use({ onSubAgentStart: () => 'No budget left.' })
      await agent.send('go')
      expect([requests.length, child.requests.length, results(agent), used(agent)]).toEqual([
        2,
        0,
        ['No budget left.'],
        undefined,
      ])
    })

    it('usage-of-an-aborted-child-is-kept', async () => {
      const { input } = caseOf('sub-agents', 'usage-of-an-aborted-child-is-kept')
      const second = gate()
      const { agent } = delegate(input, (_, nth) => void (nth === 2 && second.open()))
      const sending = agent.send('go')
      await second.opened
      agent.abort()
      await sending
      expect([used(agent), sumUsage(agent.messages)]).toEqual([
        toUsage({ input: 100, output: 10 }),
        toUsage({ input: 110, output: 11 }),
      ])
      expect(outline(agent.messages)).toBe('U✓ A✓ T✓')
    })

    it('usage-fields-never-sent', async () => {
      const { input } = caseOf('sub-agents', 'usage-fields-never-sent')
      const { agent, requests } = delegate(input)
      await agent.send('go')
      await agent.send('more')
      const keys = new Set(requests.flatMap(({ body }) => body.messages.flatMap((message) => Object.keys(message))))
      expect([requests.length, [...keys].toSorted()]).toEqual([
        3,
        ['content', 'name', 'role', 'tool_call_id', 'tool_calls'],
      ])
    })

    it('parallel-children-do-not-share-messages', async () => {
      const { input } = caseOf('sub-agents', 'parallel-children-do-not-share-messages')
      const template = [Message.System('Answer with the number only.'), Message.User('Number: {{n}}')]
      const before = JSON.stringify(template)
      const child = scriptedClient([{ text: 'first' }, { text: 'second' }])
      const ask = delegation(variant, 'ask_child', { client: child.client, model: 'm', messages: template })
      const { agent } = stage({ turns: turnsOf(input, 'parent'), tools: [ask] })
      await agent.send('go')
      const asked = child.requests.map(({ body }) => body.messages.map(({ role, content }) => [role, content]))
      expect(asked).toEqual([
        [
          ['system', 'Answer with the number only.'],
          ['user', 'Number: 101'],
        ],
        [
          ['system', 'Answer with the number only.'],
          ['user', 'Number: 202'],
        ],
      ])
      expect([results(agent), JSON.stringify(template)]).toEqual([['first', 'second'], before])
    })
  })
})

interface StoredMessage {
  role: 'user' | 'assistant' | 'toolResult'
  status: string
  toolCallId?: string
  toolName?: string
  content: ({ type: 'text'; text: string } | { type: 'toolCall'; id: string; name: string; arguments: object })[]
}

function storedMessages(messages: readonly StoredMessage[]): AgentNS.Message[] {
  return messages.map(({ role, status, content, toolCallId, toolName }) => {
    const more = { status: status.toLowerCase() as AgentNS.MessageStatus }
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
    if (role === 'user') return Message.User(text, more)
    if (role === 'toolResult')
      return Message.Tool({ id: toolCallId ?? '', function: { name: toolName ?? '' } }, text, more)
    const tool_calls = content.flatMap((block) =>
      block.type === 'toolCall'
        ? [
            {
              id: block.id,
              type: 'function',
              function: { name: block.name, arguments: JSON.stringify(block.arguments) },
            },
          ]
        : [],
    )
    return Message.Assistant(text, { ...more, tool_calls })
  })
}
