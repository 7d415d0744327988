import type { Model } from '../../message/model.ts'
import { baseOptions } from '../../options/base-options.ts'
import type { SimpleStreamOptions, StreamOptions } from '../../options/options.ts'
import { compatOf } from './compat.ts'
import { effortOf, type ReasoningEffort } from './thinking.ts'

/** Options of the API `openai-completions`. */
export interface OpenAICompletionsOptions extends StreamOptions {
  /** Default: as little thinking as the server allows. */
  reasoningEffort?: ReasoningEffort
  /** Reasoning stands in the text, between `<think>` tags. */
  thinkTags?: boolean
}

/** This API's options from those of `streamSimple`. */
export function toChatOptions(model: Model, options: SimpleStreamOptions): OpenAICompletionsOptions {
  const { reasoning } = options
  const base = baseOptions(options)
  return reasoning ? { ...base, reasoningEffort: effortOf(model, compatOf(model), reasoning) } : base
}
