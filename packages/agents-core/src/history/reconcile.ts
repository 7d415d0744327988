import { Message } from '../message/message.ts'
import type { AbortedToolRoundStrategy } from '../types/agent.ts'
import { type MessageLike, type MessageContent, MessageStatus, Role, type ToolCall } from '../types/message.ts'
import { isJsonObject } from './format-history.ts'

/** Result of unfinished tools, unless an agent has its own words. */
export const defaultAbortedToolRoundReason = '用户中断了会话'

/** How rounds are made whole; the names of the agent's own options are understood, too. */
export interface ReconcileOptions {
  strategy?: AbortedToolRoundStrategy | undefined
  reason?: string | undefined
  abortedToolRoundStrategy?: AbortedToolRoundStrategy | undefined
  abortedToolRoundReason?: string | undefined
}

/** An answer with calls, and the results of those calls as far as they are there, in the order of the calls. */
interface Round {
  readonly assistant: MessageLike
  readonly calls: readonly ToolCall[]
  readonly results: readonly (MessageLike | undefined)[]
  /** All results up to the next answer, also those of calls that are not there. */
  readonly following: readonly MessageLike[]
}

/**
 * Makes tool rounds whole that an abort has torn: an answer with calls and its results stay together or go together.
 *
 * `fill` keeps such a round: its answer is `Completed` again, and results that are unfinished or missing say the reason.
 * `drop` removes the round, and with it the usage that stood on it. Only rounds with an `Aborted` message are touched.
 * Doing it twice changes nothing more.
 *
 * @returns the same array, changed in place
 */
export function reconcileAbortedToolRounds(
  messages: MessageLike[],
  options: ReconcileOptions | AbortedToolRoundStrategy = {},
  givenReason?: string,
): MessageLike[] {
  const given = typeof options === 'string' ? { strategy: options, reason: givenReason } : options
  const strategy = given.strategy ?? given.abortedToolRoundStrategy ?? 'fill'
  const reason = given.reason ?? given.abortedToolRoundReason ?? defaultAbortedToolRoundReason
  for (const round of roundsOf(messages).filter(isAffected)) {
    if (strategy === 'drop') dropRound(messages, round)
    else fillRound(messages, round, reason)
  }
  if (strategy === 'fill') messages.forEach(forgetFragments)
  return messages
}

/** An answer that was cut off before any call was complete is no round: it stays aborted, without the fragments. */
function forgetFragments(message: MessageLike): void {
  if (message.status === MessageStatus.Aborted && callsOf(message).length === 0) delete message.tool_calls
}

function roundsOf(messages: readonly MessageLike[]): Round[] {
  return messages.flatMap((assistant, at) => {
    const calls = callsOf(assistant)
    return calls.length === 0 ? [] : [roundOf(messages, at, assistant, calls)]
  })
}

/** The calls of an answer; a legacy `function_call` is one without an id. A call without a name is no call. */
export function callsOf({ role, status, tool_calls, function_call }: MessageLike): ToolCall[] {
  if (role !== Role.Assistant) return []
  // Messages from elsewhere have null where there are none.
  const calls = tool_calls ?? []
  const all: ToolCall[] = function_call ? [...calls, { function: function_call }] : calls
  // Only an answer that was cut off can hold a call that is not complete.
  return status === MessageStatus.Aborted ? all.filter((call) => isComplete(call, function_call)) : all
}

function isComplete(call: ToolCall, legacy: MessageLike['function_call']): boolean {
  return Boolean(call.function?.name) && (Boolean(call.id) || call.function === legacy)
}

function roundOf(
  messages: readonly MessageLike[],
  at: number,
  assistant: MessageLike,
  calls: readonly ToolCall[],
): Round {
  let end = at + 1
  while (end < messages.length && messages[end]?.role !== Role.Assistant) end += 1
  const following = messages.slice(at + 1, end).filter(isResult)
  return { assistant, calls, following, results: calls.map((call) => following.find((one) => isResultOf(one, call))) }
}

function isResult({ role }: MessageLike): boolean {
  return role === Role.Tool || role === Role.Function
}

/** Whether a message is the result of a call. Ids are unique within an answer, not within a conversation. */
export function isResultOf({ role, tool_call_id, name }: MessageLike, { id, function: fn }: ToolCall): boolean {
  return id === undefined ? role === Role.Function && name === fn?.name : role === Role.Tool && tool_call_id === id
}

function isAffected({ assistant, results }: Round): boolean {
  return !assistant.omit && [assistant, ...results].some((message) => message?.status === MessageStatus.Aborted)
}

// A result that was nobody's must not fall to the round before, whose calls may have the same ids.
function dropRound(messages: MessageLike[], { assistant, following }: Round): void {
  const kept = messages.filter((message) => message !== assistant && !following.includes(message))
  messages.splice(0, messages.length, ...kept)
}

function fillRound(messages: MessageLike[], { assistant, calls, results }: Round, reason: string): void {
  if (assistant.status === MessageStatus.Aborted) keepComplete(assistant, calls)
  assistant.status = MessageStatus.Completed
  let previous = assistant
  for (const [at, call] of calls.entries()) {
    const result = results[at]
    if (result) completeResult(result, reason)
    previous = result ?? insertAfter(messages, previous, missingResult(assistant, call, reason))
  }
}

/** The calls of an answer that was cut off, as far as they can be sent. */
function keepComplete(assistant: MessageLike, calls: readonly ToolCall[]): void {
  if (assistant.tool_calls) assistant.tool_calls = calls.filter((call) => call.function !== assistant.function_call)
  if (assistant.tool_calls?.length === 0) delete assistant.tool_calls
  for (const { function: fn } of calls) if (fn && !isJsonObject(fn.arguments ?? '')) fn.arguments = '{}'
}

function completeResult(result: MessageLike, reason: string): void {
  if (result.status === MessageStatus.Completed) return
  if (result.status !== MessageStatus.Error) result.content = reason
  result.status = MessageStatus.Completed
}

function missingResult(assistant: MessageLike, call: ToolCall, reason: MessageContent): MessageLike {
  const more = { status: MessageStatus.Completed, ...(assistant.hidden !== undefined && { hidden: assistant.hidden }) }
  return call.id === undefined ? Message.Function(call.function ?? {}, reason, more) : Message.Tool(call, reason, more)
}

function insertAfter(messages: MessageLike[], previous: MessageLike, message: MessageLike): MessageLike {
  messages.splice(messages.indexOf(previous) + 1, 0, message)
  return message
}
