import type { ToolLike, WireMessage } from '../types/agent.ts'
import {
  type FunctionCall,
  type MessageLike,
  type MessageContent,
  type MessageContentSection,
  MessageStatus,
  type ToolCall,
  type ToolDefine,
} from '../types/message.ts'

/** The messages that are sent, in the form they are sent. Each message is judged alone; stored messages stay as they are. */
export function formatMessages(messages: readonly MessageLike[]): WireMessage[] {
  return messages.filter(isSent).map(toWire)
}

/** The tools that are sent; undefined where there are none, for an empty list is refused by servers. */
export function formatTools(tools: readonly ToolLike[]): ToolDefine[] | undefined {
  return tools.length === 0 ? undefined : tools.map((tool) => ({ type: 'function', function: toDefinition(tool) }))
}

/** Whether a message is sent: it is finished, and nobody has taken it out. */
export function isSent({ status, omit }: MessageLike): boolean {
  return !omit && (status === undefined || status === null || status === MessageStatus.Completed)
}

// A list of what is sent rather than of what is not: whatever else a message carries is nobody's business. Other programs
// store null for a field that is not there; the content alone may be null on the wire, too.
function toWire(message: MessageLike): WireMessage {
  const wire: WireMessage = { role: message.role }
  if (message.content !== undefined) wire.content = toWireContent(message.content)
  if (message.function_call) wire.function_call = toWireCall(message.function_call)
  if (message.tool_calls?.length) wire.tool_calls = message.tool_calls.map(toWireToolCall)
  if (isSet(message.tool_call_id)) wire.tool_call_id = message.tool_call_id
  if (isSet(message.reasoning_content)) wire.reasoning_content = message.reasoning_content
  if (isSet(message.name)) wire.name = message.name
  return wire
}

function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null
}

function toWireContent(content: MessageContent): MessageContent {
  return Array.isArray(content) && content.some((section) => 'index' in section) ? content.map(withoutIndex) : content
}

function withoutIndex(section: MessageContentSection): MessageContentSection {
  const copy = { ...section }
  delete copy.index
  return copy
}

function toWireToolCall({ id, function: fn }: ToolCall): ToolCall {
  return { ...(id !== undefined && { id }), type: 'function', function: toWireCall(fn ?? {}) }
}

/** The argument texts that were found to be JSON objects, so that a long history is not parsed anew in every round. */
const wellFormed = new WeakMap<FunctionCall, string>()

/** Servers parse the arguments of past calls and refuse what is no JSON object; what the model wrote stays stored. */
function toWireCall(call: FunctionCall): FunctionCall {
  const { name, arguments: text = '' } = call
  const isWellFormed = wellFormed.get(call) === text || isJsonObject(text)
  if (isWellFormed) wellFormed.set(call, text)
  return { ...(name !== undefined && { name }), arguments: isWellFormed ? text : '{}' }
}

/** Whether a text is a JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
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
