import type { WireMessage } from '../types/agent.ts'
import { type MessageContent, Role, type ToolCall } from '../types/message.ts'

/** Makes up the result of a call that has none. */
export type MissingResult = (name: string) => MessageContent

/**
 * Makes a history valid that is about to be sent: every call has exactly one result, right after its message and in the
 * order of the calls; no result is without its call; no response is empty. Works on the outgoing copy only, and gives
 * back what is valid already as it is. Linear in messages and calls.
 */
export function pairHistory(messages: readonly WireMessage[], missing: MissingResult): WireMessage[] {
  const taken = new Set<WireMessage>()
  return messages.flatMap((message, at) => {
    if (message.role === Role.Assistant) return [...responseOf(message), ...resultsOf(messages, at, missing, taken)]
    return message.role === Role.Tool || taken.has(message) ? [] : [message]
  })
}

/** A response without anything in it says nothing, and some providers refuse it. */
function responseOf(message: WireMessage): WireMessage[] {
  const isEmpty = !message.content?.length && !message.tool_calls && !message.function_call
  return isEmpty ? [] : [message]
}

/** The results of one response, in the order of its calls; ids are unique within it, not within the history. */
function resultsOf(
  messages: readonly WireMessage[],
  at: number,
  missing: MissingResult,
  taken: Set<WireMessage>,
): WireMessage[] {
  const { tool_calls = [], function_call: legacy } = messages[at] ?? {}
  const calls: ToolCall[] = legacy ? [...tool_calls, { function: legacy }] : tool_calls
  if (calls.length === 0) return []
  const candidates = byKey(messages, at)
  return calls.map((call) => {
    const found = candidates.get(call.id ?? legacyKey(call))?.shift()
    if (found) taken.add(found)
    return found ?? madeUp(call, missing)
  })
}

/** The results up to the next response, by what they are found by. */
function byKey(messages: readonly WireMessage[], at: number): Map<string, WireMessage[]> {
  const found = new Map<string, WireMessage[]>()
  for (let next = at + 1; next < messages.length && messages[next]?.role !== Role.Assistant; next++) {
    const message = messages[next] as WireMessage
    const key = keyOf(message)
    const same = key === undefined ? undefined : found.get(key)
    if (same) same.push(message)
    else if (key !== undefined) found.set(key, [message])
  }
  return found
}

function keyOf({ role, tool_call_id, name }: WireMessage): string | undefined {
  if (role === Role.Tool) return tool_call_id
  return role === Role.Function ? legacyKey({ function: { name: name ?? '' } }) : undefined
}

/** No id of a provider begins with this. */
function legacyKey({ function: fn }: ToolCall): string {
  return `\0${fn?.name ?? ''}`
}

function madeUp({ id, function: fn }: ToolCall, missing: MissingResult): WireMessage {
  const name = fn?.name ?? ''
  if (id === undefined) return { role: Role.Function, content: missing(name), name }
  return { role: Role.Tool, content: missing(name), tool_call_id: id }
}
