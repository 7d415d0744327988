import type OpenAI from 'openai'

import type { Model, ThinkingLevel } from '../../message/model.ts'
import { knownEffort } from '../../options/effort.ts'
import type { OpenAIResponsesOptions } from './options.ts'

type Effort = Exclude<OpenAI.ReasoningEffort, null>

/**
 * The fields about reasoning. Its encrypted form is asked for whatever the effort: nothing is stored at the vendor, so
 * what does not come with the answer can not be sent back with the next request.
 */
export function reasoningFields(model: Model, options: OpenAIResponsesOptions) {
  if (!model.reasoning) return {}
  const include: OpenAI.Responses.ResponseIncludable[] = ['reasoning.encrypted_content']
  const { reasoningEffort, reasoningSummary } = options
  if (!reasoningEffort && !reasoningSummary) return { ...offFields(model), include }
  const summary = reasoningSummary === undefined ? 'auto' : reasoningSummary
  return { reasoning: { ...effortFields(model, reasoningEffort ?? 'medium'), summary }, include }
}

/** GitHub Copilot refuses the field; some models can not be asked for less than their default. */
function offFields(model: Model): { reasoning?: { effort: Effort } } {
  const family = oldFamily(model)
  const effort = family ? family.lowest : 'none'
  return model.provider === 'github-copilot' || effort === undefined ? {} : { reasoning: { effort } }
}

function effortFields(model: Model, level: ThinkingLevel): { effort?: Effort } {
  const family = oldFamily(model)
  return family && family.lowest === undefined ? {} : { effort: knownEffort(model, level) }
}

interface OldFamily {
  name: RegExp
  /** The least effort it knows; undefined: it knows only one. */
  lowest: Effort | undefined
}

/** Models from before the effort `none`. Source: the model pages of OpenAI. */
const oldFamilies: readonly OldFamily[] = [
  { name: /(^|\/)(o1-pro|gpt-5-pro)/, lowest: undefined },
  { name: /(^|\/)(o\d|gpt-5-codex)/, lowest: 'low' },
  { name: /(^|\/)gpt-5(?![.\d])/, lowest: 'minimal' },
]

function oldFamily({ id }: Model): OldFamily | undefined {
  return oldFamilies.find(({ name }) => name.test(id))
}
