import { describe, expect, it } from 'vitest'

import { repairMessages } from '#src/history/repair-messages.ts'
import type { Message } from '#src/message/message.ts'

import { call, frozen, png, result, turn, user } from '../support/conversation.ts'
import { reader, own, other, repair, idsAndText } from '../support/repair.ts'

describe('what is valid', () => {
  const history: Message[] = [
    user('go'),
    turn(own, [
      { type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' },
      { type: 'text', text: 'Looking.' },
      call('c1', { city: 'Oslo' }),
      call('c2'),
    ]),
    result('c1', 'rain'),
    result('c2', [png]),
    user([{ type: 'text', text: 'and now?' }, png]),
    turn(own, [{ type: 'text', text: 'Rain.' }]),
  ]

  it('comes back as the same objects', () => {
    const repaired = repair(history)
    expect(repaired).toHaveLength(6)
    expect(repaired.every((message, at) => message === history[at])).toBe(true)
  })

  it('stays as it is when the conversation comes back to the model that made it', () => {
    const afterDetour = [...history, user('thanks'), turn(other, [{ type: 'text', text: 'Welcome.' }])]
    repair(afterDetour, { model: { ...other, input: ['text'] } })
    expect(repair(afterDetour).slice(0, 6)).toEqual(history)
  })
})

describe('calls and results', () => {
  it('stand in the order of the calls, right behind their turn', () => {
    const asked = turn(own, [call('c1'), call('c2')])
    const [one, two, late] = [result('c1', '1'), result('c2', '2'), user('hurry')]
    expect(repair([user('go'), asked, two, late, one])).toEqual([user('go'), asked, one, two, late])
  })

  it('are made up for calls that have none, also at the very end', () => {
    const asked = turn(own, [call('c1')], { timestamp: 7 })
    const missing = {
      role: 'toolResult',
      toolCallId: 'c1',
      toolName: 'weather',
      content: [{ type: 'text', text: 'No result provided' }],
      isError: true,
      timestamp: 7,
    }
    expect(repair([user('go'), asked])).toEqual([user('go'), asked, missing])
    expect(repair([user('go'), asked, user('never mind')])).toEqual([user('go'), asked, missing, user('never mind')])
  })

  it('are left out where the call is gone, or has a response already', () => {
    const asked = turn(own, [call('c1')])
    const history = [result('c0', 'orphan'), user('go'), asked, result('c1', 'first'), result('c1', 'again')]
    expect(repair(history)).toEqual([user('go'), asked, result('c1', 'first')])
  })

  it('are paired by order of occurrence when ids repeat, and told apart', () => {
    const asked = () => turn(own, [call('call_0')])
    const repaired = repair([user('go'), asked(), result('call_0', '1'), asked(), result('call_0', '2'), asked()])
    expect(repaired.map(idsAndText)).toEqual([
      'go',
      ['call_0'],
      ['call_0', '1'],
      ['call_0_2'],
      ['call_0_2', '2'],
      ['call_0_3'],
      ['call_0_3', 'No result provided'],
    ])
  })

  it('go to the latest turn that waits for them', () => {
    const asked = () => turn(own, [call('call_0')])
    const repaired = repair([
      user('go'),
      asked(),
      user('stop'),
      asked(),
      result('call_0', 'second'),
      result('call_0', 'late'),
    ])
    expect(repaired.map(idsAndText)).toEqual([
      'go',
      ['call_0'],
      ['call_0', 'late'],
      'stop',
      ['call_0_2'],
      ['call_0_2', 'second'],
    ])
  })

  it('have legal ids that differ where the stored ones do', () => {
    const asked = turn(other, [call('functions.get:0'), call('functions.get.0')])
    const history = [user('go'), asked, result('functions.get:0', '1'), result('functions.get.0', '2')]
    const [, ids, first, second] = repair(history).map(idsAndText)
    expect(new Set(ids).size).toBe(2)
    expect(ids).toEqual([
      expect.stringMatching(/^functions_get_0_\w+$/),
      expect.stringMatching(/^functions_get_0_\w+$/),
    ])
    expect([first, second]).toEqual([
      [ids?.[0], '1'],
      [ids?.[1], '2'],
    ])
  })

  it('carry the name of the tool that was called', () => {
    const asked = turn(own, [call('c1')])
    const [, , answer] = repair([user('go'), asked, { ...result('c1', '1'), toolName: 'renamed' }])
    expect(answer).toEqual(result('c1', '1'))
  })
})

describe('turns', () => {
  it('that failed are left out with their results', () => {
    const failed = turn(own, [call('c1')], { stopReason: 'error' })
    const aborted = turn(own, [{ type: 'text', text: 'I wi' }], { stopReason: 'aborted' })
    expect(repair([user('go'), failed, result('c1', 'r'), aborted, user('again')])).toEqual([user('go'), user('again')])
  })

  it('that say nothing are left out', () => {
    const silent = [
      turn(own, []),
      turn(own, [{ type: 'text', text: ' \n' }]),
      turn(own, [{ type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' }]),
      user(''),
      user([{ type: 'text', text: '' }]),
    ]
    expect(repair([user('go'), ...silent])).toEqual([user('go')])
  })

  it('keep a call whose arguments could not be parsed, with none', () => {
    const broken = { ...call('c1', { guessed: true }), argumentsError: 'Unterminated string' }
    const [, asked] = repair([user('go'), turn(own, [broken]), result('c1', 'Invalid arguments', true)])
    expect(asked).toMatchObject({ content: [{ id: 'c1', arguments: {} }] })
  })

  it('of the user in a row are joined for those who want roles to alternate', () => {
    const joined = repair([user('one'), user([{ type: 'text', text: 'two' }, png])], { consecutiveUsers: 'join' })
    expect(joined).toEqual([user([{ type: 'text', text: 'one' }, { type: 'text', text: 'two' }, png])])
  })

  it('of the assistant do not come first for those who want the user to', () => {
    const said = turn(own, [{ type: 'text', text: 'Hello.' }])
    expect(repair([said], { opensWithUser: true })).toEqual([user('(The conversation continues.)'), said])
    expect(repair([], { opensWithUser: true })).toEqual([])
  })
})

describe('histories of other programs', () => {
  it('may hold strings for lists, lack fields, and hold what nobody knows', () => {
    const foreign = [
      null,
      { role: 'system', content: 'secret' },
      { role: 'user', content: ['plain', { type: 'video' }, null, { type: 'text' }] },
      { role: 'assistant', content: 'Hello.' },
      {
        role: 'assistant',
        content: [
          { type: 'toolCall', id: 'c1', name: 'get', arguments: '{"a":1}' },
          { type: 'toolCall', id: 'c2' },
        ],
      },
      { role: 'toolResult', toolCallId: 'c1', content: 'r' },
      { role: 'toolResult' },
    ] as unknown as Message[]
    expect(repair(foreign)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'plain' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'get', arguments: { a: 1 } }] },
      { role: 'toolResult', toolCallId: 'c1', toolName: 'get', content: [{ type: 'text', text: 'r' }], isError: false },
    ])
  })
})

describe('frozen messages', () => {
  it('are repaired once per target', () => {
    const history = frozen(user('a\ud83d'), turn(other, [call('f.0')]), result('f.0', 'r'), turn(own, [call('c9')]))
    const first = repairMessages(history, reader)
    const again = repairMessages(history, { ...reader })
    expect(first).toHaveLength(5)
    expect(again.every((message, at) => message === first[at])).toBe(true)
    expect(first.every((message) => Object.isFrozen(message))).toBe(true)
  })
})
