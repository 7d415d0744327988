import { alphanumericCallId, publicCallId, safeCallId } from '../../history/call-ids.ts'
import { safeCallName } from '../../history/call-names.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import type { AssistantMessage, ThinkingContent } from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import type { StreamOptions } from '../../options/options.ts'
import type { ResolvedCompat } from './compat.ts'
import { isTextField } from './messages.ts'

/** What a history must look like for this server. */
export function repairTargetOf(
  model: Model,
  compat: ResolvedCompat,
  { foreignThinking = 'drop' }: StreamOptions,
): RepairTarget {
  const { requiresThinkingAsText, callIds } = compat
  const takesForeign = model.reasoning && !requiresThinkingAsText
  return {
    model,
    foreignThinking,
    variant: `${takesForeign} ${callIds}`,
    callId: (id, isForeign) => callIdFor(callIds, id, isForeign),
    callName: (name) => callNameFor(callIds, name),
    keepsForeignThinking: (block, from) => takesForeign && isShared(block, from, model),
  }
}

function callIdFor(rule: ResolvedCompat['callIds'], id: string, isForeign: boolean): string {
  if (rule === 'mistral') return alphanumericCallId(id, 9)
  if (rule === 'openai') return safeCallId(publicCallId(id), 40)
  return isForeign && id.includes('|') ? safeCallId(publicCallId(id), 40) : id
}

/** Servers that take any id have tools with dots and slashes in their names, too. */
function callNameFor(rule: ResolvedCompat['callIds'], name: string): string {
  return rule === 'any' ? name.replace(/[^\w.:/-]/g, '_') : safeCallName(name, 64)
}

/** Reasoning in plain text is understood by all models of a provider. */
function isShared({ thinkingSignature }: ThinkingContent, from: AssistantMessage, model: Model): boolean {
  return from.provider === model.provider && from.api === model.api && isTextField(thinkingSignature)
}
