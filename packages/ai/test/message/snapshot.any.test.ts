import { expect, it } from 'vitest'

import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import { type Delta, failure } from '#src/message/delta.ts'
import { blockOf } from '#src/message/snapshot.ts'

const model = { api: 'a', provider: 'p', id: 'm', cost: {} }

const texts = (count: number): Delta[] =>
  Array.from({ length: count }, (_, contentIndex): Delta[] => [
    { type: 'text_start', contentIndex },
    { type: 'text_delta', contentIndex, delta: `${contentIndex}` },
    { type: 'text_end', contentIndex },
  ]).flat()

/** All snapshots of a message, in order. */
function snapshots(deltas: readonly Delta[]) {
  let draft = emptyDraft(model, 0)
  return deltas.map((delta) => (draft = accumulate(draft, delta)).message)
}

it('a snapshot of a message of many blocks is a message like any other (A10)', () => {
  const all = snapshots([...texts(100), { type: 'usage', usage: { input: 3 } }])
  const [long] = all.slice(-1)
  expect(long?.content).toHaveLength(100)
  expect(long).toMatchObject({ role: 'assistant', model: 'm', usage: { input: 3 } })
  expect(Object.keys(long ?? {})).toContain('content')
  expect(structuredClone(long)).toEqual(long)
  expect(JSON.parse(JSON.stringify(long))).toMatchObject({ content: long?.content })
  expect({ ...long }.content).toBe(long?.content)
})

it('a snapshot that is read late is what it was, and gives the same list each time (decision 4)', () => {
  const all = snapshots(texts(100))
  for (const at of [299, 150, 250, 199]) {
    const { content } = all[at]!
    expect(content).toHaveLength(Math.floor(at / 3) + 1)
    expect(content.at(-1)).toEqual({ type: 'text', text: at % 3 === 0 ? '' : `${Math.floor(at / 3)}` })
    expect(all[at]!.content).toBe(content)
    expect(content.map((_, index) => blockOf(all[at]!, index))).toEqual(content)
  }
})

it.each([
  ['ends', { type: 'done', reason: 'stop' } as const],
  ['fails', failure('server_error', 'x', { status: 503 })],
])('a message of many blocks that %s is plain data', (_, last) => {
  const message = snapshots([...texts(100), last]).at(-1)!
  expect(Object.getOwnPropertyDescriptor(message, 'content')?.value).toHaveLength(100)
  expect(message.status).toBe(last.type === 'error' ? 503 : undefined)
})
