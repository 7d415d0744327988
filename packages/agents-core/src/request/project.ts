import type { Delta } from '@dreb/ai/normalize'

import { createCallId } from '../message/create-id.ts'
import type { FunctionCall, ImageSection, MessageLike, MessageContentSection } from '../types/message.ts'

/** The calls of a message that is being received, by content index. */
export type OpenCalls = Map<number, FunctionCall>

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
    case 'toolcall_start':
      calls.set(delta.contentIndex, startCall(message, delta))
      return
    case 'toolcall_delta': {
      const call = calls.get(delta.contentIndex)
      if (call) call.arguments += delta.delta
      return
    }
    // Ends, signatures, bookkeeping.
    default:
  }
}

/** Takes back what a response wrote, so that the next one starts on an empty message. */
export function clearResponse(message: MessageLike): void {
  message.content = ''
  delete message.tool_calls
  delete message.function_call
  delete message.reasoning_content
  delete message.finish_reason
}

/** Adds a picture, or more of the url of one that comes in pieces (same `index`). */
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
): FunctionCall {
  const call: FunctionCall = { name, arguments: '' }
  if (legacy) {
    message.function_call = call
    return call
  }
  const calls = (message.tool_calls ??= [])
  // Results are found by id, so a vendor that gives two calls the same one must not have its way.
  const isFree = id !== '' && calls.every((known) => known.id !== id)
  calls.push({ index: calls.length, id: isFree ? id : createCallId(), type: 'function', function: call })
  return call
}
