import type { Model } from '../../message/model.ts'
import { profileOf, knownLevel } from '../../models/profile.ts'
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
  const { reasoning } = options
  if (!model.reasoning || !reasoning) return base
  const { thinkingControl, effortValues } = profileOf(model)
  const level = knownLevel(model, reasoning)
  if (thinkingControl === 'effort') return { ...base, reasoningEffort: effortValues?.[level] ?? level }
  return thinkingControl === 'fixed' ? base : { ...base, promptMode: 'reasoning' }
}
