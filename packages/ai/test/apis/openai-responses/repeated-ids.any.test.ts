import { expect, it } from 'vitest'

import { withoutRepeatedIds } from '#src/apis/openai-responses/repeated-ids.ts'

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' } as const
const message = {
  type: 'message',
  role: 'assistant',
  id: 'msg_1',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
  phase: 'final_answer',
} as const
const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'get', arguments: '{}' } as const
const turn = () => [structuredClone(reasoning), structuredClone(message), structuredClone(call)] as never[]

it('items with ids of their own stay as they are', () => {
  const items = turn()
  expect(withoutRepeatedIds(items)).toEqual(items)
})

it('a turn that is there twice has its ids and its reasoning once', () => {
  expect(withoutRepeatedIds([...turn(), ...turn()]).slice(3)).toEqual([
    { role: 'assistant', content: 'Hi', phase: 'final_answer' },
    { type: 'function_call', call_id: 'c1', name: 'get', arguments: '{}' },
  ])
})
