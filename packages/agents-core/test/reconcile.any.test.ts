import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatMessages } from '#src/history/format-history.ts'
import { pairHistory } from '#src/history/pair-history.ts'
import { type AgentNS, Message, reconcileAbortedToolRounds } from '#src/index.ts'

import { usage } from './support/scripted-client.ts'
import { outline } from './support/stage.ts'
import { problemsOf } from './support/strict-history.ts'

const reason = '用户中断了会话'
const statuses = { '✓': 'completed', '⊘': 'aborted', '✗': 'error', '…': 'pending' } as const

const call = (n: string, more: Partial<AgentNS.FunctionCall> = {}): AgentNS.ToolCall => ({
  index: 0,
  id: `call_${n}`,
  type: 'function',
  function: { name: `tool_${n}`, arguments: '{}', ...more },
})

/** `A⊘12 T1✓`: an aborted answer with calls 1 and 2, the completed result of 1, whose text is `own 1`. */
function build(notation: string): Message[] {
  return notation.split(' ').map((word) => {
    const [mark = '✓'] = word.match(/[✓⊘✗…]/) ?? []
    const status = statuses[mark as keyof typeof statuses]
    const numbers = word.match(/\d/g) ?? []
    if (word.startsWith('U')) return Message.User('hi', { status })
    if (word.startsWith('T')) return Message.Tool(call(numbers[0] ?? ''), `own ${numbers[0]}`, { status })
    return Message.Assistant('', { status, ...(numbers.length > 0 && { tool_calls: numbers.map((n) => call(n)) }) })
  })
}

/** The same, with `=` for a completed result that says the reason. */
function describeMessages(messages: readonly AgentNS.Message[]): string {
  return messages
    .map((message) => {
      const text = outline([message])
      if (message.role !== 'tool') return text
      return `T${message.tool_call_id?.at(-1)}${message.content === reason ? '=' : text.slice(1)}`
    })
    .join(' ')
}

const rows = [
  ['a clean round', 'A✓12 T1✓ T2✓', 'A✓ T1✓ T2✓', 'A✓ T1✓ T2✓'],
  ['answer and one result aborted', 'A⊘12 T1✓ T2⊘', 'A✓ T1✓ T2=', ''],
  ['cut in the stream, calls complete', 'A⊘12', 'A✓ T1= T2=', ''],
  ['an aborted text', 'A⊘', 'A⊘', 'A⊘'],
  ['only a result aborted', 'A✓1 T1⊘', 'A✓ T1=', ''],
  ['all results there when it was aborted', 'A⊘1 T1✓', 'A✓ T1✓', ''],
  ['a failed and an aborted result', 'A⊘12 T1✗ T2⊘', 'A✓ T1✓ T2=', ''],
  ['a failed result, nothing aborted', 'A✓1 T1✗', 'A✓ T1✗', 'A✓ T1✗'],
  ['a missing result', 'A⊘12 T1✓', 'A✓ T1✓ T2=', ''],
  ['a result whose answer is gone', 'T1⊘', 'T1⊘', 'T1⊘'],
  ['a clean round before an aborted one', 'A✓1 T1✓ A⊘23 T2✓ T3⊘', 'A✓ T1✓ A✓ T2✓ T3=', 'A✓ T1✓'],
  ['the same id in both rounds', 'A✓1 T1✓ A⊘1 T1⊘', 'A✓ T1✓ A✓ T1=', 'A✓ T1✓'],
  ['a user message inside the round', 'A⊘1 U✓ T1⊘', 'A✓ U✓ T1=', 'U✓'],
] as const

describe('reconcileAbortedToolRounds', () => {
  describe.each([
    ['fill', 2],
    ['drop', 3],
  ] as const)('%s', (strategy, column) => {
    it.each(rows)('%s: %s', (...row) => {
      const messages = build(row[1])
      expect(reconcileAbortedToolRounds(messages, { strategy, reason })).toBe(messages)
      expect(describeMessages(messages)).toBe(row[column])
      const once = JSON.stringify(messages)
      reconcileAbortedToolRounds(messages, { strategy, reason })
      expect(JSON.stringify(messages)).toBe(once)
    })
  })

  const cut = (...calls: AgentNS.ToolCall[]) => Message.Assistant('', { status: 'aborted', tool_calls: calls })

  it('sends a call with half its arguments with {}', () => {
    const messages: AgentNS.Message[] = [cut(call('1', { arguments: '{"x":1}' }), call('2', { arguments: '{"x":' }))]
    reconcileAbortedToolRounds(messages)
    expect(messages[0]?.tool_calls?.map((one) => one.function?.arguments)).toEqual(['{"x":1}', '{}'])
    expect(describeMessages(messages)).toBe('A✓ T1= T2=')
  })

  it('takes a nameless fragment off an aborted answer, which stays aborted', () => {
    const messages: AgentNS.Message[] = [cut({ index: 0, type: 'function', function: { arguments: '' } })]
    reconcileAbortedToolRounds(messages)
    expect([messages.length, messages[0]?.status, messages[0]?.tool_calls]).toEqual([1, 'aborted', undefined])
  })

  it('leaves a round alone that is omitted', () => {
    const messages = build('A⊘1 T1⊘')
    messages[0]!.omit = true
    reconcileAbortedToolRounds(messages)
    expect(describeMessages(messages)).toBe('A⊘ T1⊘')
  })

  it('keeps usage and ids', () => {
    const messages = build('A⊘12 T1✓ T2⊘')
    messages[0]!.usage = usage(100, 20)
    messages[2]!.subAgentUsage = usage(50, 10)
    const before = messages.map(({ id, usage: own, subAgentUsage }) => [id, own, subAgentUsage])
    reconcileAbortedToolRounds(messages)
    expect(messages.map(({ id, usage: own, subAgentUsage }) => [id, own, subAgentUsage])).toEqual(before)
  })

  it('hides what it makes up for a hidden answer', () => {
    const messages = build('A⊘1')
    messages[0]!.hidden = true
    reconcileAbortedToolRounds(messages)
    expect(messages[1]).toMatchObject({ role: 'tool', hidden: true })
  })

  it('treats a legacy function call alike', () => {
    const messages: AgentNS.Message[] = [
      Message.Assistant('', { status: 'aborted', function_call: { name: 'f', arguments: '{"a"' } }),
    ]
    reconcileAbortedToolRounds(messages, 'fill', 'stopped')
    expect(messages).toMatchObject([
      { status: 'completed', function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'stopped', status: 'completed' },
    ])
  })

  it.each([
    ['(messages, strategy, reason)', (list: Message[]) => reconcileAbortedToolRounds(list, 'fill', 'own')],
    [
      'the names of the agent',
      (list: Message[]) =>
        reconcileAbortedToolRounds(list, { abortedToolRoundStrategy: 'fill', abortedToolRoundReason: 'own' }),
    ],
  ])('understands %s', (_, reconcile) => {
    const messages = build('A⊘1')
    reconcile(messages)
    expect(messages[1]?.content).toBe('own')
  })
})

describe('any history', () => {
  const word = fc.oneof(
    fc.constantFrom('U✓', 'A✓', 'A⊘', 'A✗'),
    fc
      .tuple(fc.constantFrom('T'), fc.integer({ min: 1, max: 4 }), fc.constantFrom('✓', '⊘', '✗', '…'))
      .map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('✓', '⊘', '✗'), fc.subarray(['1', '2', '3', '4'], { minLength: 1 }))
      .map(([mark, ids]) => `A${mark}${ids.join('')}`),
  )
  const history = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
  const missing = (name: string) => `no result of ${name}`

  it('is valid on the wire once it is paired, whatever its state', () => {
    fc.assert(
      fc.property(history, (notation) => {
        expect(problemsOf(pairHistory(formatMessages(build(notation)), missing))).toEqual([])
      }),
    )
  })

  it('is left alone by pairing when it is valid already', () => {
    fc.assert(
      fc.property(history, (notation) => {
        const valid = pairHistory(formatMessages(build(notation)), missing)
        expect(pairHistory(valid, missing)).toEqual(valid)
      }),
    )
  })

  it('is reconciled once and for all, by either strategy', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('fill' as const, 'drop' as const), (notation, strategy) => {
        const messages = build(notation)
        reconcileAbortedToolRounds(messages, strategy)
        const once = JSON.stringify(messages)
        expect(JSON.stringify(reconcileAbortedToolRounds(messages, strategy))).toBe(once)
      }),
    )
  })
})
