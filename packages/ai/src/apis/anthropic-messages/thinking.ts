import type { Message } from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import { supportsAdaptiveThinking, profileOf, leastLevel } from '../../models/profile.ts'
import { type AnthropicOptions, toEffort } from './options.ts'
import type { AnthropicThinkingFields, AnthropicToolChoice } from './wire.ts'

/** The smallest budget Anthropic accepts. */
const smallestBudget = 1024

/** What thinking depends on besides the options. */
export interface ThinkingSituation {
  history: readonly Message[]
  maxTokens: number
  toolChoice: AnthropicToolChoice | undefined
}

/**
 * The part of the body that says how much to think, settled with all that Anthropic refuses beside it: a budget that is
 * not below `max_tokens`, a forced tool choice, and a tool round that was begun without thinking.
 */
export function thinkingFields(
  model: Model,
  options: AnthropicOptions,
  situation: ThinkingSituation,
): AnthropicThinkingFields {
  if (!model.reasoning || options.thinkingEnabled === undefined) return {}
  const isForced = forces(situation.toolChoice)
  if (!options.thinkingEnabled || isForced) return offFields(model, isForced)
  return supportsAdaptiveThinking(model) ? adaptive(options) : byBudget(options, situation)
}

/**
 * A model that cannot stop thinking refuses `disabled`: it is asked for its least effort, or, beside a forced call, for
 * nothing.
 */
function offFields(model: Model, isForced: boolean): AnthropicThinkingFields {
  if (profileOf(model).canTurnThinkingOff) return { thinking: { type: 'disabled' } }
  if (isForced || !supportsAdaptiveThinking(model)) return {}
  return { thinking: { type: 'adaptive' }, output_config: { effort: toEffort(model, leastLevel(model)) } }
}

function forces(choice: AnthropicToolChoice | undefined): boolean {
  return choice?.type === 'any' || choice?.type === 'tool'
}

function adaptive({ effort, thinkingDisplay }: AnthropicOptions): AnthropicThinkingFields {
  const display = thinkingDisplay ? { display: thinkingDisplay } : {}
  return { thinking: { type: 'adaptive', ...display }, ...(effort && { output_config: { effort } }) }
}

function byBudget(
  { thinkingBudgetTokens = smallestBudget }: AnthropicOptions,
  situation: ThinkingSituation,
): AnthropicThinkingFields {
  const { maxTokens, history } = situation
  const budget = Math.max(smallestBudget, Math.min(thinkingBudgetTokens, largestBudget(maxTokens)))
  const isLegal = budget < maxTokens && !isMidRoundWithoutThinking(history)
  return { thinking: isLegal ? { type: 'enabled', budget_tokens: budget } : { type: 'disabled' } }
}

/** Leaves a quarter of the limit, and at least 4096 tokens, for the response. */
function largestBudget(maxTokens: number): number {
  return maxTokens - Math.max(4096, Math.floor(maxTokens / 4))
}

/**
 * Claude with a budget wants a turn that goes on after tool results to have begun with thinking. One that another model
 * began, or this one without thinking, is finished without.
 *
 * @param history repaired
 */
export function isMidRoundWithoutThinking(history: readonly Message[]): boolean {
  const end = history.findLastIndex(({ role }) => role === 'assistant')
  const isMidRound = history.slice(end + 1).some(({ role }) => role === 'toolResult')
  // Turns of the assistant in a row are one message on the wire.
  const begin = history.findLastIndex(({ role }, at) => at < end && role !== 'assistant') + 1
  return isMidRound && !beginsWithThinking(history[begin])
}

function beginsWithThinking(turn: Message | undefined): boolean {
  const [first] = turn?.role === 'assistant' ? turn.content : []
  return first?.type === 'thinking' && Boolean(first.thinkingSignature)
}
