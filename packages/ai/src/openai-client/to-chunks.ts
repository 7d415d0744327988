import type { OpenAI } from 'openai'

import type { AssistantMessageEvent } from '../message/events.ts'
import type { AssistantMessage, ToolCall } from '../message/message.ts'
import { toChatUsage } from './to-usage.ts'

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type Choice = Chunk['choices'][number]
/** Reasoning has no place in the official type; this is the name that most servers give it. */
type Delta = Choice['delta'] & { reasoning_content?: string }

/** Words of the chat format for the end of an answer. */
export const finishReasons = { stop: 'stop', length: 'length', toolUse: 'tool_calls' } as const

/** Makes the mapping of one stream's events to chunks. It counts calls, which the chat format numbers by themselves. */
export function toChunks(includeUsage: boolean): (event: AssistantMessageEvent) => Chunk[] {
  const calls = new Map<number, { index: number; hasArguments: boolean }>()

  function startCall(contentIndex: number, { content }: AssistantMessage): Delta {
    const { id, name } = content[contentIndex] as ToolCall
    const index = calls.size
    calls.set(contentIndex, { index, hasArguments: false })
    return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }
  }

  function growCall(contentIndex: number, text: string): Delta {
    const { index = 0 } = calls.get(contentIndex) ?? {}
    calls.set(contentIndex, { index, hasArguments: true })
    return { tool_calls: [{ index, function: { arguments: text } }] }
  }

  return (event) => {
    switch (event.type) {
      case 'start':
        return [chunk(event.partial, { role: 'assistant', content: '' })]
      case 'text_delta':
        return [chunk(event.partial, { content: event.delta })]
      case 'thinking_delta':
        return [chunk(event.partial, { reasoning_content: event.delta })]
      case 'toolcall_start':
        return [chunk(event.partial, startCall(event.contentIndex, event.partial))]
      case 'toolcall_delta':
        return [chunk(event.partial, growCall(event.contentIndex, event.delta))]
      case 'toolcall_end': {
        // Some vendors give the arguments as a whole, without any deltas.
        if (calls.get(event.contentIndex)?.hasArguments || event.toolCall.argumentsError !== undefined) return []
        return [chunk(event.partial, growCall(event.contentIndex, JSON.stringify(event.toolCall.arguments)))]
      }
      case 'done':
        return [chunk(event.message, {}, finishReasons[event.reason]), ...usageOf(event.message, includeUsage)]
      case 'error':
        return usageOf(event.error, includeUsage)
      case 'text_start':
      case 'text_end':
      case 'thinking_start':
      case 'thinking_end':
        return []
    }
  }
}

function chunk(message: AssistantMessage, delta: Delta, finish_reason: Choice['finish_reason'] = null): Chunk {
  return { ...envelope(message), choices: [{ index: 0, delta, finish_reason, logprobs: null }] }
}

/** A vendor that told nothing has not told that it was free. */
function usageOf(message: AssistantMessage, isWanted: boolean): Chunk[] {
  return isWanted && message.usage.totalTokens > 0
    ? [{ ...envelope(message), choices: [], usage: toChatUsage(message.usage) }]
    : []
}

function envelope({ responseId = '', model, timestamp }: AssistantMessage): Omit<Chunk, 'choices'> {
  return { id: responseId, object: 'chat.completion.chunk', created: Math.floor(timestamp / 1000), model }
}
