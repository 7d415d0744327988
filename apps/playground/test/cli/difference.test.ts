import { describe, expect, it } from 'vitest'

import { difference } from '../../cli/difference.ts'
import type { AssistantTurn, CallBlock, Conversation } from '../../src/conversation/conversation.ts'

const user = { kind: 'user', text: 'Hi' } as const

function says(text: string, rest: Partial<AssistantTurn> = {}): AssistantTurn {
  return { kind: 'assistant', status: 'streaming', blocks: [{ kind: 'text', text }], ...rest }
}

function calling(state: CallBlock['state'], result?: string): AssistantTurn {
  const call: CallBlock = { kind: 'call', id: '1', name: 'add', args: '{\n  "a": 1\n}', state }
  return { kind: 'assistant', status: 'streaming', blocks: [result === undefined ? call : { ...call, result }] }
}

describe('what is printed from one moment to the next', () => {
  it('is only what is new of a growing text', () => {
    const moments: Conversation[] = [[], [user], [user, says('One')], [user, says('One two')]]
    const printed = moments.slice(1).map((moment, at) => difference(moments[at] ?? [], moment))
    expect(printed).toEqual(['\n\n> Hi\n', '\nOne', ' two'])
  })

  it('is a call once its arguments are whole, and its result once', () => {
    expect(difference([calling('arriving')], [calling('arriving')])).toBe('')
    expect(difference([calling('arriving')], [calling('running')])).toBe('\n→ add {"a":1}')
    expect(difference([calling('running')], [calling('done', '2')])).toBe('\n← add: 2')
    expect(difference([calling('done', '2')], [calling('done', '2')])).toBe('')
  })

  it('says that an attempt was thrown away', () => {
    expect(difference([user, says('One')], [user])).toBe('\n↻ thrown away, asked again')
  })

  it('says how a turn ended, and what it used', () => {
    const tokens = { input: 1, output: 2, cached: 3 }
    expect(difference([says('One')], [says('One', { status: 'done', tokens })])).toBe('\n  (1 in, 2 out, 3 cached)')
    expect(difference([says('One')], [says('One', { status: 'failed', problem: 'why' })])).toBe('\n✗ failed: why')
  })
})
