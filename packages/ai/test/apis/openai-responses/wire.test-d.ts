import type OpenAI from 'openai'
import { expectTypeOf, it } from 'vitest'

import type { OpenAIResponsesEvent } from '#src/apis/openai-responses/wire.ts'

type SdkEvent = OpenAI.Responses.ResponseStreamEvent

it('reads what the official client declares', () => {
  expectTypeOf<Extract<SdkEvent, { type: OpenAIResponsesEvent['type'] }>>().toExtend<OpenAIResponsesEvent>()
})

it('reads no event that the official client does not declare', () => {
  expectTypeOf<OpenAIResponsesEvent['type']>().toExtend<SdkEvent['type']>()
})
