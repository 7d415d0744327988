import { type Delta, type DoneReason, type ErrorEvent, errorEvent } from './delta.ts'
import type { AssistantMessage, TextContent, ThinkingContent, ToolCall } from './message.ts'
import { blockOf } from './snapshot.ts'

/**
 * What happens to an assistant message while it streams. `partial` is a snapshot of the message after the event;
 * `contentIndex` is the place of the block in `message.content`. Blocks may interleave: go by `contentIndex` only.
 *
 * A stream is `start`, any number of block events, and exactly one `done` or `error`, after which nothing comes.
 * A failure before the response begins may be a lone `error`. On an `error`, blocks that were open have no `*_end`.
 */
export type AssistantMessageEvent =
  | { type: 'start'; partial: AssistantMessage }
  | { type: 'text_start'; contentIndex: number; partial: AssistantMessage }
  | { type: 'text_delta'; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: 'text_end'; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: 'thinking_start'; contentIndex: number; partial: AssistantMessage }
  | { type: 'thinking_delta'; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: 'thinking_end'; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: 'toolcall_start'; contentIndex: number; legacy?: true; partial: AssistantMessage }
  | { type: 'toolcall_delta'; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: 'toolcall_end'; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: 'done'; reason: DoneReason; message: AssistantMessage }
  | ErrorEvent

/** The terminal events. */
export type FinalEvent = Extract<AssistantMessageEvent, { type: 'done' | 'error' }>

/** The public event of a delta that was just folded into `message`; undefined for mere bookkeeping. */
export function toEvent(delta: Delta, message: AssistantMessage): AssistantMessageEvent | undefined {
  switch (delta.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'toolcall_delta':
      return { type: delta.type, contentIndex: delta.contentIndex, delta: delta.delta, partial: message }
    case 'start':
      return { type: 'start', partial: message }
    case 'text_start':
    case 'thinking_start':
      return { type: delta.type, contentIndex: delta.contentIndex, partial: message }
    case 'toolcall_start':
      return {
        type: delta.type,
        contentIndex: delta.contentIndex,
        ...(delta.legacy && { legacy: true }),
        partial: message,
      }
    case 'text_end': {
      const { text } = blockOf(message, delta.contentIndex) as TextContent
      return { type: 'text_end', contentIndex: delta.contentIndex, content: text, partial: message }
    }
    case 'thinking_end': {
      const { thinking } = blockOf(message, delta.contentIndex) as ThinkingContent
      return { type: 'thinking_end', contentIndex: delta.contentIndex, content: thinking, partial: message }
    }
    case 'toolcall_end': {
      const toolCall = blockOf(message, delta.contentIndex) as ToolCall
      return { type: 'toolcall_end', contentIndex: delta.contentIndex, toolCall, partial: message }
    }
    case 'done':
      return { type: 'done', reason: delta.reason, message }
    case 'error':
      return errorEvent(delta, message)
    case 'text_signature':
    case 'thinking_signature':
    case 'toolcall_signature':
    case 'usage':
      return undefined
  }
}
