import type OpenAI from 'openai'

import type { Model, ThinkingLevel } from '../../message/model.ts'
import { profileOf, knownLevel, leastLevel } from '../../models/profile.ts'
import type { OpenAIResponsesOptions } from './options.ts'

type Effort = Exclude<OpenAI.ReasoningEffort, null>

/**
 * The fields about reasoning. Its encrypted form is asked for whatever the effort: nothing is stored at the provider, so
 * what does not come with the response can not be sent back with the next request.
 */
export function reasoningFields(model: Model, options: OpenAIResponsesOptions) {
  if (!model.reasoning) return {}
  const include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content']
  const { reasoningEffort, reasoningSummary } = options
  if (!reasoningEffort && !reasoningSummary) return { ...offFields(model), include }
  const summary = reasoningSummary === undefined ? 'auto' : reasoningSummary
  return { reasoning: { ...effortFields(model, reasoningEffort ?? 'medium'), summary }, include }
}

/** GitHub Copilot refuses the field; a model that cannot stop thinking is asked for its least. */
function offFields(model: Model): { reasoning?: { effort: Effort } } {
  const { canTurnThinkingOff, offEffort, thinkingControl } = profileOf(model)
  if (model.provider === 'github-copilot' || thinkingControl === 'fixed') return {}
  const effort = canTurnThinkingOff ? (offEffort ?? 'none') : leastLevel(model)
  return { reasoning: { effort: effort as Effort } }
}

function effortFields(model: Model, asked: ThinkingLevel): { effort?: Effort } {
  const { thinkingControl, effortValues } = profileOf(model)
  if (thinkingControl === 'fixed') return {}
  const level = knownLevel(model, asked)
  return { effort: (effortValues?.[level] ?? level) as Effort }
}
