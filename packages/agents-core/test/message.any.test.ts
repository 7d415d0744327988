import { afterEach, describe, expect, it, vi } from 'vitest'

import { AgentNS, Message, MessageStatus, Role } from '#src/index.ts'

import { chunk, type Turn } from './support/scripted-client.ts'
import { stage } from './support/stage.ts'

const toolCall = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } } as const

describe('factories', () => {
  it.each([
    ['System', Message.System('s'), { role: 'system', content: 's', status: 'completed' }],
    ['System without text', Message.System(), { role: 'system', content: '', status: 'completed' }],
    ['User', Message.User('u'), { role: 'user', content: 'u', status: 'completed' }],
    ['Assistant', Message.Assistant(), { role: 'assistant', content: '', status: 'pending' }],
    ['Assistant with text', Message.Assistant('a'), { role: 'assistant', content: 'a', status: 'pending' }],
    [
      'Tool',
      Message.Tool(toolCall, 'r'),
      { role: 'tool', content: 'r', name: 'f', tool_call_id: 'c1', status: 'pending' },
    ],
    [
      'Tool of a call without a function',
      Message.Tool({ id: 'c1' }),
      { role: 'tool', content: '', tool_call_id: 'c1', status: 'pending' },
    ],
    [
      'Function',
      Message.Function({ name: 'f' }, 'r'),
      { role: 'function', content: 'r', name: 'f', status: 'pending' },
    ],
    [
      'overrides',
      Message.Assistant('a', { id: 'x', status: 'completed', omit: true }),
      { role: 'assistant', content: 'a', status: 'completed', omit: true, id: 'x' },
    ],
  ])('%s', (_, message, fields) => {
    expect(message).toEqual({ id: expect.stringMatching(/./), ...fields })
  })

  it('keep an array of sections as it is', () => {
    const sections = [{ type: 'text' as const, text: 'x' }]
    expect(Message.User(sections).content).toBe(sections)
  })
})

describe('new Message', () => {
  it('needs a role', () => {
    expect(() => new Message({ role: '' as AgentNS.Role })).toThrow('must have a role')
  })

  it('keeps the id and everything else, through JSON too', () => {
    const fields: AgentNS.Message = {
      id: 'x',
      role: Role.Assistant,
      content: 'c',
      name: 'n',
      tool_calls: [toolCall],
      reasoning_content: 'r',
      status: MessageStatus.Completed,
      finish_reason: 'stop',
      hidden: true,
      omit: false,
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    }
    expect(new Message(JSON.parse(JSON.stringify(new Message(fields))) as AgentNS.Message)).toEqual(fields)
  })

  it('has only the fields it was given', () => {
    expect(Object.keys(new Message({ role: 'user', content: 'x' }))).toEqual(['id', 'role', 'content'])
  })
})

describe('enums', () => {
  it('are objects of the documented members, in the namespace and beside it', () => {
    expect(AgentNS.MessageStatus).toBe(MessageStatus)
    expect(MessageStatus).toEqual({
      Unknown: 'unknown',
      Pending: 'pending',
      Writing: 'writing',
      Completed: 'completed',
      Error: 'error',
      Aborted: 'aborted',
    })
    expect(Object.values(AgentNS.Role)).toEqual(['unknown', 'system', 'user', 'assistant', 'function', 'tool'])
    expect(Object.values(AgentNS.FinishReason)).toEqual([
      'unknown',
      'stop',
      'length',
      'content_filter',
      'function_call',
      'tool_calls',
    ])
  })
})

const secure = globalThis.crypto
const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => secure.getRandomValues(bytes) }

describe.each([
  ['without crypto.randomUUID', insecure],
  ['without crypto', undefined],
])('no-randomuuid-in-insecure-context: %s', (_, host) => {
  afterEach(() => void vi.unstubAllGlobals())

  it('a thousand messages have a thousand ids', () => {
    vi.stubGlobal('crypto', host)
    expect(new Set(Array.from({ length: 1000 }, () => Message.User('x').id)).size).toBe(1000)
  })

  it('two calls that came without an id, or with the same one, have two', async () => {
    vi.stubGlobal('crypto', host)
    const calls = (id?: string): Turn => ({
      chunks: [
        chunk({ tool_calls: [{ index: 0, id, function: { name: 'a', arguments: '{}' } }] }),
        chunk({ tool_calls: [{ index: 1, id, function: { name: 'b', arguments: '{}' } }] }),
        chunk({}, 'tool_calls'),
      ],
    })
    const { agent } = stage({ turns: [calls(), { text: 'ok' }, calls(''), { text: 'ok' }] })
    await agent.send('go')
    await agent.send('go')
    const ids = agent.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
    expect(ids.map((id) => typeof id === 'string' && id !== '')).toEqual([true, true, true, true])
    expect([ids[0] === ids[1], ids[2] === ids[3]]).toEqual([false, false])
  })
})
