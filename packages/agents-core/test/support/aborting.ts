import { expect } from 'vitest'

import { Agent } from '#src/index.ts'

import type { Turn } from './scripted-client.ts'
import { outline, results, type Setting, stage } from './stage.ts'
import { problemsOf } from './strict-history.ts'

export const reason = '用户中断了会话'

export const fin: Turn = { text: 'fin' }

export const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends, aborts once `when` resolves, and waits for `send`, which must not hang on anything that does not settle. */
export async function abortedRun(setting: Setting, when: Promise<void>) {
  const staged = stage(setting)
  const sending = staged.agent.send('go')
  await when
  staged.agent.abort()
  await sending
  return { ...staged, outline: outline(staged.agent.messages), results: results(staged.agent) }
}

/** Nothing in flight, a valid history, and the next send is answered with `fin`. */
export async function expectUsable(agent: Agent): Promise<void> {
  expect(agent.isHasPendingMessage).toBe(false)
  expect(problemsOf(agent.formatHistory())).toEqual([])
  await agent.send('next')
  expect(agent.messages.at(-1)).toMatchObject({ content: 'fin', status: 'completed' })
}
