import type { ToolLike, WireMessage } from '../types/agent.ts'
import { type MessageLike, MessageStatus, type ToolCall, type ToolDefine } from '../types/message.ts'
import { isResult } from './reconcile.ts'
import { wellFormed } from './well-formed.ts'
import { toWireCall, toWireName } from './wire-call.ts'
import { type OnUnknownContent, toWireContent } from './wire-content.ts'

/** What is known beside the messages when they are formatted. */
export interface FormatOptions {
  /** Names that a provider has accepted in tools; other names that are illegal are changed. */
  toolNames?: ReadonlySet<string> | undefined
  /** Called for each message with content that Chat Completions does not know. */
  onUnknownContent?: OnUnknownContent | undefined
}

/** The messages that are sent, in the form they are sent. Each message is judged alone; stored messages stay as they are. */
export function formatMessages(messages: readonly MessageLike[], options: FormatOptions = {}): WireMessage[] {
  return messages.filter(isSent).map((message) => toWire(message, options))
}

/**
 * The tools that are sent; undefined where there are none, for an empty list is refused by servers.
 *
 * @throws TypeError where two tools have one name
 */
export function formatTools(tools: readonly ToolLike[]): ToolDefine[] | undefined {
  requireUniqueNames(tools)
  return tools.length === 0 ? undefined : tools.map((tool) => ({ type: 'function', function: toDefinition(tool) }))
}

/** A model can not tell two tools of one name apart, and providers refuse them. @throws TypeError */
export function requireUniqueNames(tools: readonly ToolLike[]): void {
  const names = new Set<string>()
  for (const { function: definition } of tools) {
    const name = definition?.name
    if (names.has(name))
      throw new TypeError(`Two tools have the name "${name}". Give each tool of an agent its own name.`)
    names.add(name)
  }
}

/** Whether a message is sent: it is finished, and nobody has taken it out. */
export function isSent({ status, omit }: MessageLike): boolean {
  return !omit && (status === undefined || status === null || status === MessageStatus.Completed)
}

// A list of what is sent rather than of what is not: whatever else a message carries is nobody's business. Other programs
// store null for a field that is not there; the content alone may be null on the wire, too.
function toWire(message: MessageLike, { toolNames, onUnknownContent }: FormatOptions): WireMessage {
  const wire: WireMessage = { role: message.role }
  if (message.content !== undefined) wire.content = toWireContent(message, onUnknownContent)
  if (message.function_call) wire.function_call = toWireCall(message.function_call, toolNames)
  if (message.tool_calls?.length) wire.tool_calls = message.tool_calls.map((call) => toWireToolCall(call, toolNames))
  if (isSet(message.tool_call_id)) wire.tool_call_id = message.tool_call_id
  if (isSet(message.reasoning_content)) addReasoning(wire, message, wellFormed(message.reasoning_content))
  if (message.reasoning_details?.length) wire.reasoning_details = message.reasoning_details
  if (isSet(message.name)) wire.name = isResult(message) ? toWireName(message.name, toolNames) : message.name
  return wire
}

/** Reasoning goes back under the name it came with; where it came in `reasoning_details` only, those go back. */
function addReasoning(wire: WireMessage, { reasoning_field }: MessageLike, text: string): void {
  if (reasoning_field === 'reasoning' || reasoning_field === 'reasoning_text') wire[reasoning_field] = text
  else if (reasoning_field !== 'reasoning_details') wire.reasoning_content = text
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

function toWireToolCall({ id, function: fn, extra_content }: ToolCall, toolNames?: ReadonlySet<string>): ToolCall {
  return {
    ...(id !== undefined && { id }),
    type: 'function',
    function: toWireCall(fn ?? {}, toolNames),
    ...(isSet(extra_content) && { extra_content }),
  }
}

function toDefinition({ function: { name, description, parameters, strict } }: ToolLike): ToolDefine['function'] {
  return {
    name,
    ...(description !== undefined && { description }),
    parameters,
    ...(strict !== undefined && { strict }),
  }
}
