import { expect } from 'vitest'

import type { AgentMessage } from '#src/index.ts'

import { chatBodyOf, faultInHistory } from '../history.ts'
import { textOf } from '../trace.ts'
import type { Expected } from './case.ts'
import type { CaseResult } from './play-case.ts'

interface WantedMessage {
  role?: string
  text?: string
  textMatches?: string
  textContains?: string
  calls?: string[]
  for?: string
  isError?: boolean
  stopReason?: string
  errorContains?: string[]
  errorNotEmpty?: boolean
}

type Check<T = unknown> = (wanted: T, result: CaseResult) => void | Promise<void>

const entriesOf = (wanted: unknown) => Object.entries(wanted as Record<string, never>)
const callIds = (message: AgentMessage) =>
  message.role === 'assistant' ? message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : [])) : []
const countOf = (result: CaseResult, type: string) => result.events.filter((event) => event.type === type).length
const idsOf = (result: CaseResult, type: string) =>
  result.events.flatMap((event) => (event.type === type && 'toolCallId' in event ? [event.toolCallId] : []))
const resultsOf = (result: CaseResult) => result.messages.filter((message) => message.role === 'toolResult')

function expectMessage(message: AgentMessage | undefined, wanted: WantedMessage): void {
  if (!message) throw new Error(`There is no message for ${JSON.stringify(wanted)}`)
  if (wanted.role) expect(message.role).toBe(wanted.role)
  if (wanted.text !== undefined) expect(textOf(message)).toBe(wanted.text)
  if (wanted.textMatches) expect(textOf(message)).toMatch(new RegExp(wanted.textMatches))
  if (wanted.textContains) expect(textOf(message)).toContain(wanted.textContains)
  if (wanted.role === 'assistant') expect(callIds(message)).toEqual(wanted.calls ?? [])
  if (wanted.for) expect(message).toMatchObject({ toolCallId: wanted.for })
  if (wanted.isError !== undefined) expect(message).toMatchObject({ isError: wanted.isError })
  if (wanted.stopReason) expect(message).toMatchObject({ stopReason: wanted.stopReason })
  const error = message.role === 'assistant' ? (message.errorMessage ?? '') : ''
  for (const part of wanted.errorContains ?? []) expect(error).toContain(part)
  if (wanted.errorNotEmpty) expect(error).not.toBe('')
}

/** `message_end:user:go` is that event, for that role, with that text. */
function expectInOrder(wanted: string[], { events }: CaseResult): void {
  let at = -1
  for (const step of wanted) {
    const [type, role, text] = step.split(':')
    at = events.findIndex(
      (event, index) =>
        index > at && event.type === type && (!role || event.role === role) && (!text || event.text === text),
    )
    if (at < 0) throw new Error(`${step} is not at its place in ${events.map((event) => event.type).join(' ')}`)
  }
}

/** The conversation goes out to a strict server, with one more message. */
async function expectValid({ agent, messages }: CaseResult): Promise<void> {
  expect(await faultInHistory(agent, messages)).toBeUndefined()
}

const checks: Record<string, Check<never>> = {
  modelCalls: (wanted: number, result) => expect(result.requests).toHaveLength(wanted),
  toolRuns: (wanted, { runs }) => {
    for (const [id, count] of entriesOf(wanted)) expect(runs.get(id) ?? 0).toBe(count)
  },
  totalToolRuns: (wanted: number, { runs }) => expect([...runs.values()].reduce((a, b) => a + b, 0)).toBe(wanted),
  toolStartOrder: (wanted: string[], { starts }) => expect(starts).toEqual(wanted),
  toolEndOrder: (wanted: string[], result) => expect(idsOf(result, 'tool_execution_end')).toEqual(wanted),
  maxParallel: (wanted: number, result) => expect(result.mostAtOnce).toBe(wanted),
  resultTexts: (wanted: string[], result) => expect(resultsOf(result).map(textOf)).toEqual(wanted),
  results: (wanted, result) => {
    for (const [id, one] of entriesOf(wanted))
      expectMessage(
        resultsOf(result).find((message) => message.toolCallId === id),
        one,
      )
  },
  finalHistory: (wanted: WantedMessage[], { messages }) => {
    const last = messages.at(-1)
    const isExtra = messages.length === wanted.length + 1 && last?.role === 'assistant' && last.stopReason === 'aborted'
    expect(messages).toHaveLength(wanted.length + (isExtra ? 1 : 0))
    for (const [at, one] of wanted.entries()) expectMessage(messages[at], one)
  },
  trailingAssistant: () => {},
  final: (wanted: WantedMessage, { messages }) => {
    expectMessage(
      messages.findLast(({ role }) => role === 'assistant'),
      wanted,
    )
  },
  stopReasonOfMessage: (wanted, { messages }) => {
    for (const [at, reason] of entriesOf(wanted)) expect(messages[Number(at) - 1]).toMatchObject({ stopReason: reason })
  },
  historyContains: (wanted: string[], { messages }) => {
    expect(messages.map(textOf)).toEqual(expect.arrayContaining(wanted))
  },
  historyDoesNotContain: (wanted: string[], { messages }) => {
    for (const text of wanted) expect(messages.map(textOf)).not.toContain(text)
  },
  historyValid: (_wanted, result) => expectValid(result),
  eventCounts: (wanted, result) => {
    for (const [type, count] of entriesOf(wanted)) expect([type, countOf(result, type)]).toEqual([type, count])
  },
  eventsInOrder: expectInOrder,
  pairedById: ([start, end]: [string, string], result) => {
    expect(idsOf(result, start).toSorted()).toEqual(idsOf(result, end).toSorted())
  },
  requestFacts: async (wanted, result) => {
    for (const [at, { roles, tools }] of entriesOf(wanted) as [string, { roles?: string[]; tools?: string[] }][]) {
      const request = at === 'last' ? result.requests.at(-1) : result.requests[Number(at) - 1]
      const { messages } = await chatBodyOf(result.agent, request?.context.messages ?? [])
      if (roles) expect(messages.map(({ role }) => role)).toEqual(roles)
      if (tools) expect(request?.context.tools?.map(({ name }) => name)).toEqual(tools)
    }
  },
  result: (wanted, result) => {
    for (const [id, words] of entriesOf(wanted)) {
      expect(textOf(resultsOf(result).find((message) => message.toolCallId === id))).toBe(words)
    }
  },
  rejects: (wanted, { refusals }) => {
    for (const [name, isRefused] of entriesOf(wanted)) {
      expect([name, refusals.some((refusal) => refusal.name === name)]).toEqual([name, isRefused])
    }
  },
  refused: (wanted: string[], { refusals }) => {
    expect(refusals.some(({ text }) => wanted.every((word) => text.includes(word)))).toBe(true)
  },
  kept: ({ containsOnceEach }: { containsOnceEach: string[] }, { kept }) => {
    for (const words of containsOnceEach) expect(kept?.split(`"${words}"`)).toHaveLength(2)
  },
  callerCanEdit: (wanted, { given }) => {
    expect(given.length).toBeGreaterThan(0)
    for (const { message, before } of given) {
      expect(JSON.stringify(message)).toBe(before)
      for (const [path, value] of entriesOf(wanted)) expect(setAt(message, path, value)).toBe(true)
    }
  },
  promptRejects: (wanted: boolean, { rejections }) => expect(rejections.length > 0).toBe(wanted),
  idleAfter: (wanted: boolean, { agent }) => expect(agent.state.isStreaming).toBe(!wanted),
  // The grace of 100 ms outranks the 50 ticks of the case; 300 ms is what an abort may take.
  idleWithinTicks: (_wanted: number, { msToIdle }) => expect(msToIdle).toBeLessThanOrEqual(300),
  queuesEmpty: (wanted: boolean, { agent }) => expect(agent.hasQueuedMessages()).toBe(!wanted),
  queue: ({ steering = [], followUp = [] }: { steering?: string[]; followUp?: string[] }, { agent }) => {
    const queued = agent.exportState()
    expect([queued.steering.map(textOf), queued.followUps.map(textOf)]).toEqual([steering, followUp])
  },
  noUnhandledRejection: (_wanted, { unhandled }) => expect(unhandled).toEqual([]),
  onUpdateThrows: (wanted: boolean, { onUpdateThrew }) => expect(onUpdateThrew).toBe(wanted),
  hookCalls: ({ beforeToolCall }: { beforeToolCall: unknown[] }, { hookCalls }) =>
    expect(hookCalls).toEqual(beforeToolCall),
  subscriberEventsEqual: ([a, b]: [number, number], { heard, events }) => {
    expect(heard[a]).toEqual(events.map(({ type }) => type))
    expect(heard[b]).toEqual(heard[a])
  },
}

/** Whether a part of a value can be set, by its dotted path. */
function setAt(value: object, path: string, part: unknown): boolean {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const holder = steps.reduce((at, step) => (at as Record<string, object>)[step] as object, value)
  return Reflect.set(holder, last, part)
}

/** Holds a result against what a case expects. A key that is not known is a failure. */
export async function judgeCase(result: CaseResult, { anyOf, ...expected }: Expected): Promise<void> {
  for (const [key, wanted] of Object.entries(expected)) {
    const check = checks[key]
    if (!check) throw new Error(`There is no check for ${key}`)
    await check(wanted as never, result)
  }
  if (Array.isArray(anyOf)) await Promise.any(anyOf.map((one: Expected) => judgeCase(result, one)))
}
