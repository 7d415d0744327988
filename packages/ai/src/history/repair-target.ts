import type { AssistantMessage, ThinkingContent } from '../message/message.ts'
import type { Model } from '../message/model.ts'

/** Who will read the history: what `repairMessages` must know, as data and small pure functions. */
export interface RepairTarget {
  /** The model that is asked. Signatures go back only to the model (provider, api and id) that made them. */
  readonly model: Pick<Model, 'api' | 'provider' | 'id' | 'input'>
  /** Decision 7: the reasoning of another model is left out, or becomes labelled text. */
  readonly foreignThinking: 'drop' | 'label'
  /**
   * Tells targets of one model apart whose functions below give different answers, e.g. `compat` that was overridden.
   * Repaired forms are remembered under it.
   */
  readonly variant?: string
  /**
   * The id of a call in the alphabet and length of the vendor. Deterministic; a legal id is its own image; two ids have
   * two images (`safeCallId`).
   *
   * @param isForeign whether another model made the call.
   */
  callId(id: string, isForeign: boolean): string
  /** The name of a call as the vendor takes it back (`safeCallName`); a legal one is its own image. Default: as it is. */
  callName?(name: string): string
  /** Whether thinking of another model may go out as thinking nevertheless. Default: never. */
  keepsForeignThinking?(block: ThinkingContent, from: AssistantMessage): boolean
  /** What becomes of thinking after which nothing follows in its turn. Default `keep`; some vendors refuse it. */
  readonly trailingThinking?: 'keep' | 'drop'
  /** Decision 32: user messages in a row, for vendors that want roles to alternate. Default `keep`. */
  readonly consecutiveUsers?: 'keep' | 'join'
  /** Whether a conversation must open with a user message; one that does not gets a short one. Default: no. */
  readonly opensWithUser?: boolean
}

const keys = new WeakMap<RepairTarget, string>()

/** Names a target: what is equal under it for one message is equal for all targets of that name. */
export function repairKey(target: RepairTarget): string {
  const known = keys.get(target)
  if (known !== undefined) return known
  const { model, foreignThinking, variant = '', trailingThinking = 'keep' } = target
  const parts = [model.api, model.provider, model.id, model.input.join(), foreignThinking, trailingThinking, variant]
  keys.set(target, parts.join(' '))
  return parts.join(' ')
}

/** Whether another model than the target made the message: another provider, api or id. */
export function isForeignTo({ api, provider, model }: AssistantMessage, target: RepairTarget): boolean {
  return api !== target.model.api || provider !== target.model.provider || model !== target.model.id
}
