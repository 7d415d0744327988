import type { AssistantMessage } from '../message/message.ts'
import type { Model } from '../message/model.ts'
import type { CallIdRule, CallNameRule } from './call-rules.ts'

/** Who will read the history: what `repairMessages` must know, as plain data. */
export interface RepairTarget {
  /** The model that is asked. Signatures go back only to the model (provider, api and id) that made them. */
  readonly model: Pick<Model, 'api' | 'provider' | 'id' | 'input'>
  /** The reasoning of another model is left out, or becomes labeled text. */
  readonly foreignThinking: 'drop' | 'label'
  /** Which ids of calls are legal. */
  readonly callIds: CallIdRule
  /** Which names of calls are legal. Default `any`. */
  readonly callNames?: CallNameRule
  /**
   * Signatures that are no secrets but only say which field plain reasoning came in: thinking that carries one of them
   * may go to other models of the same provider and API. Default: none.
   */
  readonly sharedSignatures?: readonly string[]
  /** What becomes of thinking after which nothing follows in its turn. Default `keep`; some providers refuse it. */
  readonly trailingThinking?: 'keep' | 'drop'
  /** User messages in a row are joined for providers that want roles to alternate. Default `keep`. */
  readonly consecutiveUsers?: 'keep' | 'join'
  /** Whether a conversation must open with a user message; one that does not gets a short one. Default: no. */
  readonly opensWithUser?: boolean
}

/** What the form of a single message depends on. */
export interface RepairTraits {
  readonly api: string
  readonly provider: string
  readonly model: string
  readonly seesImages: boolean
  readonly foreignThinking: 'drop' | 'label'
  readonly callIds: CallIdRule
  readonly callNames: CallNameRule
  readonly sharedSignatures: readonly string[]
  readonly dropsTrailingThinking: boolean
}

/** The traits of a target. */
export function traitsOf({ model, callNames = 'any', sharedSignatures = [], ...target }: RepairTarget): RepairTraits {
  return {
    api: model.api,
    provider: model.provider,
    model: model.id,
    seesImages: model.input.includes('image'),
    foreignThinking: target.foreignThinking,
    callIds: target.callIds,
    callNames,
    sharedSignatures,
    dropsTrailingThinking: target.trailingThinking === 'drop',
  }
}

/** Whether another model than the target made the message: another provider, api or id. */
export function isForeignTo({ api, provider, model }: AssistantMessage, target: RepairTraits): boolean {
  return api !== target.api || provider !== target.provider || model !== target.model
}
