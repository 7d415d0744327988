import type { CallIdRule, CallNameRule } from '../../history/call-rules.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import type { Model } from '../../message/model.ts'
import type { StreamOptions } from '../../options/options.ts'
import type { ResolvedCompat } from './compat.ts'
import { reasoningTextFields } from './messages.ts'

/** What a history must look like for this server. */
export function repairTargetOf(
  model: Model,
  { requiresThinkingAsText, callIds }: ResolvedCompat,
  { foreignThinking = 'drop' }: StreamOptions,
): RepairTarget {
  const takesForeign = model.reasoning && !requiresThinkingAsText
  return { model, foreignThinking, ...callRules[callIds], sharedSignatures: takesForeign ? reasoningTextFields : [] }
}

const callRules: Readonly<Record<ResolvedCompat['callIds'], { callIds: CallIdRule; callNames: CallNameRule }>> = {
  any: { callIds: 'any-own', callNames: 'any' },
  openai: { callIds: 'safe-40', callNames: 'safe-64' },
  mistral: { callIds: 'alphanumeric-9', callNames: 'safe-64' },
}
