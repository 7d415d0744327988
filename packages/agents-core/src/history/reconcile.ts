import { Message } from '../message/message.ts'
import { defaultTexts } from '../message/texts.ts'
import type { AbortedToolRoundStrategy } from '../types/agent.ts'
import { type MessageLike, type MessageContent, MessageStatus, Role, type ToolCall } from '../types/message.ts'
import { isJsonObject } from './wire-call.ts'

/** How rounds are made whole; the names of the agent's own options are understood, too. */
export interface ReconcileOptions {
  strategy?: AbortedToolRoundStrategy | undefined
  reason?: string | undefined
  abortedToolRoundStrategy?: AbortedToolRoundStrategy | undefined
  abortedToolRoundReason?: string | undefined
}

/** A response with calls, and the results of those calls as far as they are there, in the order of the calls. */
interface Round {
  readonly assistant: MessageLike
  readonly calls: readonly ToolCall[]
  readonly results: readonly (MessageLike | undefined)[]
  /** All results up to the next response, also those of calls that are not there. */
  readonly following: readonly MessageLike[]
}

/**
 * Makes tool rounds whole that an abort has torn: a response with calls and its results stay together or go
 * together.
 *
 * `fill` keeps such a round: its response is `Completed` again, and results that are unfinished or missing say the reason.
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
  const reason = given.reason ?? given.abortedToolRoundReason ?? defaultTexts.abortedToolRound
  const affected = roundsOf(messages).filter(isAffected)
  if (strategy === 'drop') dropRounds(messages, affected)
  else fillRounds(messages, affected, reason)
  return messages
}

/** A response that was cut off before any call was complete is no round: it stays aborted, without the fragments. */
function forgetFragments(message: MessageLike): void {
  if (message.status === MessageStatus.Aborted && callsOf(message).length === 0) delete message.tool_calls
}

function roundsOf(messages: readonly MessageLike[]): Round[] {
  return messages.flatMap((assistant, at) => {
    const calls = callsOf(assistant)
    return calls.length === 0 ? [] : [roundOf(messages, at, assistant, calls)]
  })
}

/** The calls of a response; a legacy `function_call` is one without an id. A call without a name is no call. */
export function callsOf({ role, status, tool_calls, function_call }: MessageLike): ToolCall[] {
  if (role !== Role.Assistant) return []
  // Messages from elsewhere have null where there are none.
  const calls = tool_calls ?? []
  const all: ToolCall[] = function_call ? [...calls, { function: function_call }] : calls
  // Only a response that was cut off can hold a call that is not complete.
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
  const following: MessageLike[] = []
  for (let next = at + 1; next < messages.length && messages[next]?.role !== Role.Assistant; next++) {
    const message = messages[next]
    if (message && isResult(message)) following.push(message)
  }
  const byKey = new Map(following.toReversed().map((result) => [keyOfResult(result), result]))
  return { assistant, calls, following, results: calls.map((call) => byKey.get(keyOfCall(call))) }
}

/** Ids are unique within a response, not within a conversation; a legacy call has none and is found by its name. */
function keyOfCall({ id, function: fn }: ToolCall): string {
  return id ?? `\0${fn?.name ?? ''}`
}

function keyOfResult({ role, tool_call_id, name }: MessageLike): string {
  return role === Role.Tool ? (tool_call_id ?? '') : `\0${name ?? ''}`
}

/** Whether a message is the result of a call, by today's format or the legacy one. */
export function isResult({ role }: MessageLike): boolean {
  return role === Role.Tool || role === Role.Function
}

/** The result of one call of a response, which stands at a place of the list; undefined where there is none. */
export function resultOfCall(messages: readonly MessageLike[], at: number, position: number): MessageLike | undefined {
  const assistant = messages[at]
  return assistant && roundOf(messages, at, assistant, callsOf(assistant)).results[position]
}

function isAffected({ assistant, results }: Round): boolean {
  return !assistant.omit && [assistant, ...results].some((message) => message?.status === MessageStatus.Aborted)
}

// A result that was nobody's must not fall to the round before, whose calls may have the same ids.
function dropRounds(messages: MessageLike[], rounds: readonly Round[]): void {
  if (rounds.length === 0) return
  const dropped = new Set(rounds.flatMap(({ assistant, following }) => [assistant, ...following]))
  replaceAll(
    messages,
    messages.filter((message) => !dropped.has(message)),
  )
}

function fillRounds(messages: MessageLike[], rounds: readonly Round[], reason: string): void {
  const additions = new Map<MessageLike, MessageLike[]>()
  for (const round of rounds) fillRound(round, reason, additions)
  messages.forEach(forgetFragments)
  if (additions.size > 0)
    replaceAll(
      messages,
      messages.flatMap((message) => [message, ...(additions.get(message) ?? [])]),
    )
}

/** @param additions results that are missing, by the message that they stand behind */
function fillRound(
  { assistant, calls, results }: Round,
  reason: string,
  additions: Map<MessageLike, MessageLike[]>,
): void {
  if (assistant.status === MessageStatus.Aborted) keepComplete(assistant, calls)
  assistant.status = MessageStatus.Completed
  let previous = assistant
  for (const [at, call] of calls.entries()) {
    const result = results[at]
    if (result) completeResult(result, reason)
    else addBehind(previous, missingResult(assistant, call, reason), additions)
    previous = result ?? previous
  }
}

function addBehind(previous: MessageLike, message: MessageLike, additions: Map<MessageLike, MessageLike[]>): void {
  const known = additions.get(previous)
  if (known) known.push(message)
  else additions.set(previous, [message])
}

function replaceAll(messages: MessageLike[], by: readonly MessageLike[]): void {
  messages.length = 0
  for (const message of by) messages.push(message)
}

/** The calls of a response that was cut off, as far as they can be sent. */
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
