import type { OpenAI } from 'openai'

import { type AssistantMessage, toolCallsOf } from '../message/message.ts'
import { textOfBlocks } from '../message/text-of-blocks.ts'
import { finishReasons } from './to-chunks.ts'
import { toChatUsage } from './to-usage.ts'

type Completion = OpenAI.Chat.Completions.ChatCompletion
type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessage & { reasoning_content?: string }

/** A finished response as one `chat.completion`. */
export function toCompletion(message: AssistantMessage): Completion {
  const { responseId: id = '', model, timestamp, stopReason, usage } = message
  // Failed responses are thrown before they come here.
  const finish_reason = finishReasons[stopReason as keyof typeof finishReasons]
  return {
    id,
    object: 'chat.completion',
    created: Math.floor(timestamp / 1000),
    model,
    choices: [{ index: 0, message: toChatMessage(message), finish_reason, logprobs: null }],
    usage: toChatUsage(usage),
  }
}

function toChatMessage(message: AssistantMessage): ChatMessage {
  const text = textOfBlocks(message.content)
  const reasoning = message.content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('')
  const calls = toolCallsOf(message)
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(args) },
      })),
    }),
  }
}
