import type OpenAI from 'openai'
import { expectTypeOf, it } from 'vitest'

import type { OpenAIResponsesEvent, OpenAIWholeResponse } from '#src/apis/openai-responses/wire.ts'

type SdkEvent = OpenAI.Responses.ResponseStreamEvent

it('reads what the official client declares', () => {
  expectTypeOf<
    Extract<SdkEvent, { type: NonNullable<OpenAIResponsesEvent['type']> }>
  >().toExtend<OpenAIResponsesEvent>()
})

it('reads no event that the official client does not declare', () => {
  expectTypeOf<Exclude<OpenAIResponsesEvent, OpenAIWholeResponse>['type']>().toExtend<SdkEvent['type']>()
})
