import type { Delta } from '@dreb/ai/normalize'

import { createCallId } from '../message/create-id.ts'
import type { FunctionCall, ImageSection, MessageLike, MessageContentSection } from '../types/message.ts'

/** Wire fields that reasoning comes in, beside `reasoning_content`. Other signatures are not names of fields. */
const reasoningFields: ReadonlySet<string> = new Set(['reasoning', 'reasoning_text', 'reasoning_details'])

/** The calls of a message that is being received. */
export class OpenCalls {
  /** By content index. */
  readonly byIndex = new Map<number, FunctionCall>()
  readonly ids = new Set<string>()
}

/**
 * Writes one delta into the message in the OpenAI shape: the only place where the two message shapes meet. The message
 * is changed in place, for its identity is what listeners hold. Argument text is kept as the model wrote it.
 */
export function project(message: MessageLike, delta: Delta, calls: OpenCalls): void {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the OpenAI shape has no place for the rest
  switch (delta.type) {
    case 'text_delta':
      return appendText(message, delta.delta)
    case 'thinking_delta':
      message.reasoning_content = (message.reasoning_content ?? '') + delta.delta
      return
    case 'thinking_signature':
      if (reasoningFields.has(delta.signature)) message.reasoning_field = delta.signature
      return
    case 'toolcall_start':
      calls.byIndex.set(delta.contentIndex, startCall(message, delta, calls.ids))
      return
    case 'toolcall_delta': {
      const call = calls.byIndex.get(delta.contentIndex)
      if (call) call.arguments += delta.delta
      return
    }
    // Ends, bookkeeping.
    default:
  }
}

/** Takes back what a response wrote, so that the next one starts on an empty message. */
export function clearResponse(message: MessageLike): void {
  message.content = ''
  delete message.tool_calls
  delete message.function_call
  delete message.reasoning_content
  delete message.reasoning_field
  delete message.reasoning_details
  delete message.finish_reason
}

/** Adds an image, or more of the URL of one that comes in fragments (same `index`). */
export function appendImage(message: MessageLike, image: ImageSection): void {
  const sections = sectionsOf(message)
  const open = sections.find(({ type, index }) => type === 'image_url' && index !== undefined && index === image.index)
  if (open?.type === 'image_url') open.image_url.url += image.image_url.url
  else sections.push({ ...image, image_url: { ...image.image_url } })
}

function appendText(message: MessageLike, text: string): void {
  if (!Array.isArray(message.content)) {
    message.content = (message.content ?? '') + text
    return
  }
  const last = message.content.at(-1)
  if (last?.type === 'text') last.text += text
  else message.content.push({ type: 'text', text })
}

function sectionsOf(message: MessageLike): MessageContentSection[] {
  if (Array.isArray(message.content)) return message.content
  const sections: MessageContentSection[] = message.content ? [{ type: 'text', text: message.content }] : []
  message.content = sections
  return sections
}

function startCall(
  message: MessageLike,
  { id, name, legacy }: Extract<Delta, { type: 'toolcall_start' }>,
  ids: Set<string>,
): FunctionCall {
  const call: FunctionCall = { name, arguments: '' }
  if (legacy) {
    message.function_call = call
    return call
  }
  const calls = (message.tool_calls ??= [])
  // Results are found by id, so that two calls of one id, which some providers send, get different ones.
  const ownId = id === '' || ids.has(id) ? createCallId() : id
  ids.add(ownId)
  calls.push({ index: calls.length, id: ownId, type: 'function', function: call })
  return call
}
