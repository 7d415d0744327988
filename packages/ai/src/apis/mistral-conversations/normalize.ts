import type { Normalizer } from '../../message/normalizer.ts'
import { createOpenAIChatNormalizer, type OpenAIChatState } from '../openai-completions/normalize.ts'
import type { MistralChunk } from './wire.ts'

/** Responses of Mistral, which are Chat Completions. */
export const mistral: Normalizer<MistralChunk, OpenAIChatState> = createOpenAIChatNormalizer()
