import { anthropic } from '#src/apis/anthropic-messages/normalize.ts'
import type { AnthropicEvent } from '#src/apis/anthropic-messages/wire.ts'
import { openaiChat } from '#src/apis/openai-completions/normalize.ts'
import type { OpenAIChatChunk } from '#src/apis/openai-completions/wire.ts'
import { decodeSse } from '#src/http/sse.ts'
import { describeNormalizer } from '#src/testing/conformance.ts'

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
