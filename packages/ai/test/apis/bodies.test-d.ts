import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import { expectTypeOf, it } from 'vitest'

import type { AnthropicRequest } from '#src/apis/anthropic-messages/wire.ts'
import type { OpenAIChatRequest } from '#src/apis/openai-completions/wire.ts'

/** Fields that the SDKs type more narrowly than providers do, or do not know because they are of other providers. */
type Ours<Body, Key extends keyof Body> = Omit<Body, Key>

it('what is sent to OpenAI is what its SDK takes', () => {
  type Vendor = 'reasoning' | 'enable_thinking' | 'chat_template_kwargs' | 'thinking' | 'provider' | 'providerOptions'
  type Free = 'reasoning_effort' | 'tool_choice' | 'tools'
  expectTypeOf<Ours<OpenAIChatRequest, Vendor | Free>>().toExtend<ChatCompletionCreateParamsStreaming>()
})

it('what is sent to Anthropic is what its SDK takes', () => {
  type Named = Ours<AnthropicRequest, 'anthropic_version' | 'tools' | 'model' | 'messages'> & { model: string }
  expectTypeOf<Named>().toExtend<Omit<MessageCreateParamsStreaming, 'messages'>>()
})
