import { emptyUsage, type Model } from '@dreb/ai'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'

import {
  Agent,
  type AgentEvent,
  type AgentMessage,
  type AgentOptions,
  type AgentTool,
  type AgentToolResult,
} from '#src/index.ts'

import { user } from '../staged.ts'
import { text, tool, wait } from '../tools.ts'
import { textOf } from '../trace.ts'
import { toReply } from './case-reply.ts'
import type { CaseAction, CaseBehaviour, CaseDeed, CaseInput, CaseSubscriber } from './case.ts'
import { oddValue } from './odd-values.ts'

/** A turn of the event loop. */
const tickMs = 2
const ticks = (count = 0): Promise<unknown> => (count > 0 ? wait(count * tickMs) : Promise.resolve())

/** What came of a case. */
export interface CaseResult {
  agent: Agent
  events: (AgentEvent & { role?: string; text?: string })[]
  messages: AgentMessage[]
  requests: readonly { context: { messages: readonly AgentMessage[]; tools?: { name: string }[] } }[]
  /** Messages of the caller, and what they were when they were given. */
  given: { message: AgentMessage; before: string }[]
  /** What was refused, by the name of the action. */
  refusals: { name: string; text: string }[]
  /** What a subscriber kept. */
  kept: string | undefined
  tools: AgentTool[]
  runs: Map<string, number>
  starts: string[]
  mostAtOnce: number
  msToIdle: number
  rejections: string[]
  unhandled: string[]
  onUpdateThrew: boolean
  hookCalls: unknown[]
  heard: string[][]
}

/** Plays a case against the agent. */
export async function playCase(input: CaseInput): Promise<CaseResult> {
  const unhandled: string[] = []
  const note = (reason: unknown) => unhandled.push(String(reason))
  process.on('unhandledRejection', note)
  try {
    return await play(input, unhandled)
  } finally {
    process.off('unhandledRejection', note)
  }
}

async function play(input: CaseInput, unhandled: string[]): Promise<CaseResult> {
  const script = scriptedStream(...input.model.map(toReply))
  const result = emptyResult(script.requests, unhandled)
  const agent = createAgent(input, result, script)
  if (!agent) return result
  const slow = { done: false }
  result.hookCalls = []
  subscribeAll(input, result, slow)
  Object.assign(result, { slow })
  const pending: Promise<unknown>[] = []
  const perform = (action: CaseAction) => pending.push(act(action, result))
  const waiting = (input.actions ?? [{ when: 'start', do: 'prompt', text: 'go' } as const]).map((action) => ({
    ...action,
  }))
  const left = new Map(waiting.map((action) => [action, typeof action.when === 'object' ? (action.when.nth ?? 1) : 0]))
  agent.subscribe((event) => {
    result.events.push('message' in event ? { ...event, role: event.message.role, text: textOf(event.message) } : event)
    for (const action of waiting) if (isDue(action, event, left)) perform(action)
  })
  for (const action of waiting) if (action.when === 'start') perform(action)
  await settle(agent, pending)
  for (const action of waiting) {
    if (action.when !== 'idle') continue
    perform(action)
    await settle(agent, pending)
  }
  await ticks(30)
  result.messages = agent.state.messages
  return result
}

/** An agent may be refused at once. */
function createAgent(input: CaseInput, result: CaseResult, streamFn: AgentOptions['streamFn'] & object) {
  const { hooks = {}, tools = {} } = input
  result.tools = toTools(input, result)
  const later = new Set(Object.entries(tools).flatMap(([name, tool]) => (tool.notAtStart ? [name] : [])))
  const { onWarning, beforeLlmCall } = hooks
  try {
    result.agent = new Agent({
      onWarning: () => {
        if (onWarning) throw new Error(onWarning.throws)
      },
      ...input.options,
      beforeToolCall: ({ toolCall }) => gate(input, result, toolCall.name),
      ...(beforeLlmCall && { beforeLlmCall: () => partsOf(result.agent.state, beforeLlmCall.returns) }),
      streamFn,
      initialState: {
        systemPrompt: 's',
        model: scriptedModel,
        tools: result.tools.filter(({ name }) => !later.has(name)),
        messages: give(result, (input.restored ?? []).map(toMessage)),
      },
    })
    return result.agent
  } catch (error) {
    result.refusals.push({ name: 'new Agent', text: String(error) })
    return undefined
  }
}

function partsOf<T extends object, Key extends keyof T>(whole: T, keys: Key[]): Pick<T, Key> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<T, Key>
}

function give(result: CaseResult, messages: AgentMessage[]): AgentMessage[] {
  result.given.push(...messages.map((message) => ({ message, before: JSON.stringify(message) })))
  return messages
}

/** A neutral message with what every message of ours has. */
function toMessage(neutral: AgentMessage): AgentMessage {
  const { api, provider, id }: Model = scriptedModel
  const made = neutral.role === 'assistant' ? { api, provider, model: id, usage: emptyUsage() } : {}
  return Object.assign({ timestamp: 1, ...made }, neutral)
}

function emptyResult(requests: CaseResult['requests'], unhandled: string[]): CaseResult {
  const lists = {
    events: [],
    messages: [],
    starts: [],
    rejections: [],
    hookCalls: [],
    heard: [],
    given: [],
    refusals: [],
  }
  const facts = { mostAtOnce: 0, msToIdle: 0, onUpdateThrew: false, runs: new Map<string, number>() }
  return { ...lists, ...facts, agent: new Agent(), kept: undefined, tools: [], requests, unhandled }
}

async function settle(agent: Agent, pending: readonly Promise<unknown>[]): Promise<void> {
  for (let seen = -1; seen < pending.length;) {
    seen = pending.length
    await Promise.all(pending)
    await agent.waitForIdle()
    await ticks(2)
  }
}

function isDue({ when }: CaseAction, event: AgentEvent, left: Map<object, number>): boolean {
  if (typeof when !== 'object' || event.type !== when.event) return false
  if (when.toolCallId && !('toolCallId' in event && event.toolCallId === when.toolCallId)) return false
  if (when.contains && !JSON.stringify(event).includes(when.contains)) return false
  const key = [...left.keys()].find((action) => (action as CaseAction).when === when)
  const count = (key && left.get(key)) ?? 0
  if (key) left.set(key, count - 1)
  return count === 1
}

async function act(action: CaseAction, result: CaseResult): Promise<void> {
  if (action.afterTicks) await ticks(action.afterTicks)
  try {
    await perform(action, result)
  } catch (error) {
    result.rejections.push(String(error))
    result.refusals.push({ name: action.as ?? action.do, text: String(error) })
  }
}

async function perform(deed: CaseDeed, result: CaseResult): Promise<void> {
  const { agent } = result
  const { text: said = '', texts, message } = deed
  const [own] = message ? give(result, [structuredClone(message)]) : []
  switch (deed.do) {
    case 'prompt':
      return own || texts ? agent.prompt(own ?? (texts ?? []).map(user)) : agent.prompt(said)
    case 'promptWithSignal':
      return agent.prompt(said, { signal: AbortSignal.abort() })
    case 'steer':
      return agent.steer(own ?? said)
    case 'followUp':
      return agent.followUp(own ?? said)
    case 'setTools':
      return agent.setTools(result.tools.filter(({ name }) => deed.tools?.includes(name)))
    case 'continue':
      return agent.continue()
    case 'abort': {
      const start = performance.now()
      agent.abort()
      await agent.waitForIdle()
      result.msToIdle = performance.now() - start
      return undefined
    }
    case 'continueOrPromptWithQueue':
      return agent.continue().catch(() => agent.prompt('and now'))
  }
}

function toTools({ tools = {} }: CaseInput, result: CaseResult): AgentTool[] {
  let running = 0
  const named = Array.isArray(tools) ? tools : Object.entries(tools).map(([name, one]) => ({ name, ...one }))
  return named.map(({ name, parameters, behaviour }) => {
    let used = 0
    const execute: AgentTool['execute'] = async (id, _args, signal, onUpdate) => {
      const does = behaviour[Math.min(used++, behaviour.length - 1)] ?? {}
      result.runs.set(id, (result.runs.get(id) ?? 0) + 1)
      result.starts.push(id)
      result.mostAtOnce = Math.max(result.mostAtOnce, ++running)
      try {
        return await behave(does, signal, (late) => onUpdate?.({ content: text(late) }), result)
      } finally {
        running--
      }
    }
    return tool(name, execute, parameters && { parameters })
  })
}

async function behave(
  does: CaseBehaviour,
  signal: AbortSignal | undefined,
  update: (text: string) => void,
  result: CaseResult,
) {
  for (const deed of does.does ?? []) await perform(deed, result)
  await ticks(does.afterTicks)
  if (does.neverSettles && does.ignoresSignal) await new Promise(() => {})
  if (does.neverSettles || does.waitsForAbort) await fired(signal)
  if (does.neverSettles) throw new Error('aborted')
  await ticks(does.settlesAfterTicks)
  for (const after of does.updatesAfterReturnTicks ?? []) {
    setTimeout(() => {
      try {
        update('late')
      } catch {
        result.onUpdateThrew = true
      }
    }, after * tickMs)
  }
  if (does.throws) throw new Error(does.throws)
  // oxlint-disable-next-line typescript/only-throw-error -- whatever is thrown is what the case is about
  if ('throwsValue' in does) throw oddValue(does.throwsValue)
  if ('returnsRaw' in does) return oddValue(does.returnsRaw) as AgentToolResult
  return { content: text(does.returns ?? '') }
}

function fired(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

function gate({ hooks }: CaseInput, result: CaseResult, toolName: string) {
  const rule = hooks?.beforeToolCall
  if (typeof rule === 'object') return rule[toolName]
  const { slow } = result as CaseResult & { slow?: { done: boolean } }
  result.hookCalls.push({ lastRole: result.agent.state.messages.at(-1)?.role, slowSubscriberDone: slow?.done })
  return undefined
}

function subscribeAll({ subscribers = [] }: CaseInput, result: CaseResult, slow: { done: boolean }): void {
  for (const [at, subscriber] of subscribers.entries()) {
    const heard: string[] = []
    result.heard[at] = heard
    result.agent.subscribe(async (event) => {
      react(subscriber, event, result)
      heard.push(event.type)
      if (typeof subscriber !== 'string' || !subscriber.startsWith('slow')) return
      if (event.type !== 'message_end' || event.message.role !== 'assistant') return
      await wait(20)
      slow.done = true
    })
  }
}

function react(subscriber: CaseSubscriber, event: AgentEvent, result: CaseResult): void {
  if (subscriber === 'throws') throw new Error('subscriber failed')
  if (typeof subscriber === 'string') return
  // oxlint-disable-next-line typescript/only-throw-error -- whatever is thrown is what the case is about
  if ('throwsValue' in subscriber) throw oddValue(subscriber.throwsValue)
  if (event.type !== subscriber.at || !JSON.stringify(event).includes(subscriber.contains ?? '')) return
  result.kept ??= JSON.stringify(result.agent.exportState())
}
