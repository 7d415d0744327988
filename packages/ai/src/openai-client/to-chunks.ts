import type { OpenAI } from 'openai'

import type { AssistantMessageEvent } from '../message/events.ts'
import type { AssistantMessage, ToolCall } from '../message/message.ts'
import { blockOf } from '../message/snapshot.ts'
import { toChatUsage } from './to-usage.ts'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type Choice = Chunk['choices'][number]
/** Reasoning has no place in the official type; this is the name that most servers give it. */
type Delta = Choice['delta'] & { reasoning_content?: string }

/** Reasons of the chat format for the end of a response. */
export const finishReasons = { stop: 'stop', length: 'length', toolUse: 'tool_calls' } as const

/** Makes the mapping of one stream's events to chunks. */
export function toChunks(includeUsage: boolean): (event: AssistantMessageEvent) => Chunk[] {
  const calls = new Calls()
  return (event) => {
    if (event.type === 'done') {
      return [chunk(event.message, {}, finishReasons[event.reason]), ...usageOf(event.message, includeUsage)]
    }
    if (event.type === 'error') return usageOf(event.error, includeUsage)
    const delta = deltaOf(event, calls)
    return delta ? [chunk(event.partial, delta)] : []
  }
}

type GrowingEvent = Exclude<AssistantMessageEvent, { type: 'done' | 'error' }>

function deltaOf(event: GrowingEvent, calls: Calls): Delta | undefined {
  switch (event.type) {
    case 'start':
      return { role: 'assistant', content: '' }
    case 'text_delta':
      return { content: event.delta }
    case 'thinking_delta':
      return { reasoning_content: event.delta }
    case 'toolcall_start':
      return calls.start(event.contentIndex, blockOf(event.partial, event.contentIndex) as ToolCall)
    case 'toolcall_delta':
      return calls.grow(event.contentIndex, event.delta)
    case 'toolcall_end':
      return calls.end(event.contentIndex, event.toolCall)
    case 'text_start':
    case 'text_end':
    case 'thinking_start':
    case 'thinking_end':
      return undefined
  }
}

/** The calls of one response, which the chat format numbers by themselves. */
class Calls {
  readonly #open = new Map<number, { readonly index: number; hasArguments: boolean }>()

  start(contentIndex: number, { id, name }: ToolCall): Delta {
    const index = this.#open.size
    this.#open.set(contentIndex, { index, hasArguments: false })
    return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
  }

  grow(contentIndex: number, text: string): Delta | undefined {
    const call = this.#open.get(contentIndex)
    if (!call) return undefined
    call.hasArguments = true
    return { tool_calls: [{ index: call.index, function: { arguments: text } }] }
  }

  /** Some providers give the arguments as a whole, without any deltas. */
  end(contentIndex: number, { arguments: args, argumentsError }: ToolCall): Delta | undefined {
    const isEmitted = this.#open.get(contentIndex)?.hasArguments || argumentsError !== undefined
    return isEmitted ? undefined : this.grow(contentIndex, JSON.stringify(args))
  }
}

function chunk(message: AssistantMessage, delta: Delta, finish_reason: Choice['finish_reason'] = null): Chunk {
  return { ...envelope(message), choices: [{ index: 0, delta, finish_reason, logprobs: null }] }
}

/** A provider that reports no usage has not reported that it was free. */
function usageOf(message: AssistantMessage, isWanted: boolean): Chunk[] {
  return isWanted && message.usage.totalTokens > 0
    ? [{ ...envelope(message), choices: [], usage: toChatUsage(message.usage) }]
    : []
}

function envelope({ responseId = '', model, timestamp }: AssistantMessage): Omit<Chunk, 'choices'> {
  return { id: responseId, object: 'chat.completion.chunk', created: Math.floor(timestamp / 1000), model }
}
