import { expect, it, vi } from 'vitest'

import { createStore } from '../src/session/store.ts'

type Action = { type: 'click' | 'stream'; by: number }

function counter() {
  const store = createStore(
    (count: number, { by }: Action) => count + by,
    0,
    ({ type }) => type === 'click',
  )
  const heard: number[] = []
  const leave = store.subscribe(() => heard.push(store.getState()))
  return { store, heard, leave }
}

it('tells at once what somebody did, and with it what had streamed in', () => {
  const { store, heard } = counter()
  store.dispatch({ type: 'stream', by: 1 })
  expect([store.getState(), heard]).toEqual([1, []])
  store.dispatch({ type: 'click', by: 10 })
  expect(heard).toEqual([11])
})

it('tells what streams in once for many changes', async () => {
  const { store, heard } = counter()
  for (let count = 0; count < 5; count++) store.dispatch({ type: 'stream', by: 1 })
  await vi.waitUntil(() => heard.length > 0)
  expect(heard).toEqual([5])
})

it('tells nobody of what changes nothing, and not those who have left', () => {
  const { store, heard, leave } = counter()
  store.dispatch({ type: 'click', by: 0 })
  leave()
  store.dispatch({ type: 'click', by: 1 })
  expect([store.getState(), heard]).toEqual([1, []])
})
