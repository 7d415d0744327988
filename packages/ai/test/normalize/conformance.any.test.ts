import { anthropic } from '../../src/normalize/anthropic.ts'
import { openaiChat } from '../../src/normalize/openai-chat.ts'
import { describeNormalizer } from '../../src/testing/conformance.ts'
import { decodeSse } from '../../src/transport/sse.ts'
import type { AnthropicEvent } from '../../src/wire/anthropic.ts'
import type { OpenAIChatChunk } from '../../src/wire/openai-chat.ts'
import { fixtureBodies } from '../support/fixture-body.ts'

describeNormalizer('Chat Completions', {
  normalizer: openaiChat,
  decode: decodeSse<OpenAIChatChunk>,
  samples: fixtureBodies('openai-completions'),
})

describeNormalizer('Anthropic', {
  normalizer: anthropic,
  decode: decodeSse<AnthropicEvent>,
  samples: fixtureBodies('anthropic-messages'),
})
