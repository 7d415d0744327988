import type { WireMessage } from '../types/agent.ts'
import { type MessageContent, Role } from '../types/message.ts'

/** Makes up the result of a call that has none. */
export type MissingResult = (name: string) => MessageContent

/**
 * Makes a history valid that is about to be sent: every call has exactly one result, right after its message and in the
 * order of the calls; no result is without its call; no answer is empty. Works on the outgoing copy only, and gives back
 * what is valid already as it is.
 */
export function pairHistory(messages: readonly WireMessage[], missing: MissingResult): WireMessage[] {
  const taken = new Set<WireMessage>()
  return messages.flatMap((message, at) => {
    if (message.role === Role.Assistant) return [...answerOf(message), ...resultsOf(messages, at, missing, taken)]
    return message.role === Role.Tool || taken.has(message) ? [] : [message]
  })
}

/** An answer without anything in it says nothing, and some servers refuse it. */
function answerOf(message: WireMessage): WireMessage[] {
  const isEmpty = !message.content?.length && !message.tool_calls && !message.function_call
  return isEmpty ? [] : [message]
}

/** The results of one answer, in the order of its calls; ids are unique within it, not within the history. */
function resultsOf(
  messages: readonly WireMessage[],
  at: number,
  missing: MissingResult,
  taken: Set<WireMessage>,
): WireMessage[] {
  const { tool_calls: calls = [], function_call: legacy } = messages[at] ?? {}
  if (calls.length === 0 && !legacy) return []
  const candidates = untilNextAnswer(messages, at)
  const take = (isWanted: (message: WireMessage) => boolean) => {
    const found = candidates.find((message) => !taken.has(message) && isWanted(message))
    if (found) taken.add(found)
    return found
  }
  const results = calls.map(({ id, function: fn }): WireMessage => {
    const found = take(({ role, tool_call_id }) => role === Role.Tool && tool_call_id === id)
    return found ?? { role: Role.Tool, content: missing(fn?.name ?? ''), ...(id !== undefined && { tool_call_id: id }) }
  })
  if (!legacy) return results
  const { name = '' } = legacy
  const found = take((message) => message.role === Role.Function && message.name === name)
  return [...results, found ?? { role: Role.Function, content: missing(name), name }]
}

function untilNextAnswer(messages: readonly WireMessage[], at: number): WireMessage[] {
  let end = at + 1
  while (end < messages.length && messages[end]?.role !== Role.Assistant) end += 1
  return messages.slice(at + 1, end)
}
