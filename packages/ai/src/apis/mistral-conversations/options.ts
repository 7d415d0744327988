import type { Model } from '../../message/model.ts'
import { baseOptions } from '../../options/base-options.ts'
import type { SimpleStreamOptions, StreamOptions } from '../../options/options.ts'

/** Options of `mistral-conversations` besides those of every provider. */
export interface MistralOptions extends StreamOptions {
  /** `reasoning` asks a Magistral model to think. */
  promptMode?: string
  /** `high` or `none`, for models whose reasoning can be adjusted. */
  reasoningEffort?: string
}

/** Mistral's options from those that are the same for every provider. */
export function toMistralOptions(model: Model, options: SimpleStreamOptions): MistralOptions {
  const base = baseOptions(options)
  if (!model.reasoning || !options.reasoning) return base
  return hasAdjustableReasoning(model) ? { ...base, reasoningEffort: 'high' } : { ...base, promptMode: 'reasoning' }
}

/** Models that answer and think, as asked. Source: https://docs.mistral.ai/capabilities/reasoning */
function hasAdjustableReasoning({ id }: Model): boolean {
  return /^mistral-(small|medium|large)/.test(id)
}
