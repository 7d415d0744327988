import type { Message } from '../../message/message.ts'
import type { Model, ThinkingLevel } from '../../message/model.ts'
import { supportsAdaptiveThinking, supportsInterleavedThinking } from '../../models/families.ts'
import { budgetOf, fitBudget, maxTokensOf } from '../../options/budgets.ts'
import { toEffort } from '../anthropic-messages/options.ts'
import { isMidRoundWithoutThinking } from '../anthropic-messages/thinking.ts'
import { isClaude } from './claude.ts'
import type { BedrockOptions } from './options.ts'
import { toToolChoice } from './tools.ts'
import type { BedrockToolChoice } from './wire.ts'

/** What thinking means for a request. */
export interface BedrockThinking {
  maxTokens: number
  /** Parameters of the model itself, which Bedrock passes on; absent when it is not to think. */
  additionalModelRequestFields?: Record<string, unknown>
}

type ThinkingModel = Pick<Model, 'id' | 'reasoning' | 'maxTokens'>

/** The smallest budget that Claude accepts. */
const minBudget = 1024

/**
 * Only Claude can be told to think; it takes an effort (adaptive) or a budget of tokens, by its version. Not beside a
 * tool choice that forces a call, which it refuses; nor, with a budget, in a round of tools begun without.
 */
export function toThinking(
  model: ThinkingModel,
  options: BedrockOptions,
  history: readonly Message[],
): BedrockThinking {
  const { reasoning, maxTokens, toolChoice } = options
  const canThink = model.reasoning && isClaude(model.id) && !isForced(toToolChoice(toolChoice))
  if (!reasoning || !canThink) return { maxTokens: maxTokensOf(model, maxTokens) }
  if (!supportsAdaptiveThinking(model)) return withBudget(model, reasoning, options, history)
  return { maxTokens: maxTokensOf(model, maxTokens), additionalModelRequestFields: adaptive(model, reasoning, options) }
}

function adaptive(
  model: ThinkingModel,
  level: ThinkingLevel,
  { thinkingDisplay }: BedrockOptions,
): Record<string, unknown> {
  return {
    thinking: { type: 'adaptive', ...(thinkingDisplay && { display: thinkingDisplay }) },
    output_config: { effort: toEffort(model, level) },
  }
}

function isForced(choice: BedrockToolChoice | undefined): boolean {
  return choice !== undefined && !('auto' in choice)
}

function withBudget(
  model: ThinkingModel,
  level: ThinkingLevel,
  options: BedrockOptions,
  history: readonly Message[],
): BedrockThinking {
  const budget = budgetOf(level, options.thinkingBudgets)
  const fitted = fitBudget(model, { maxTokens: options.maxTokens, budget })
  if (fitted.budget < minBudget || isMidRoundWithoutThinking(history)) return { maxTokens: fitted.maxTokens }
  const interleaves = options.interleavedThinking !== false && supportsInterleavedThinking(model)
  const additionalModelRequestFields = {
    thinking: { type: 'enabled', budget_tokens: fitted.budget },
    ...(interleaves && { anthropic_beta: ['interleaved-thinking-2025-05-14'] }),
  }
  return { maxTokens: fitted.maxTokens, additionalModelRequestFields }
}
