import type { Model, ThinkingLevel } from '../../message/model.ts'
import { supportsAdaptiveThinking, supportsXhigh } from '../../models/families.ts'
import { budgetOf, fitBudget, maxTokensOf } from '../budgets.ts'
import { isClaude } from './claude.ts'
import type { BedrockOptions } from './options.ts'

/** What thinking means for a request. */
export interface BedrockThinking {
  maxTokens: number
  /** Parameters of the model itself, which Bedrock passes on; absent when it is not to think. */
  additionalModelRequestFields?: Record<string, unknown>
}

type ThinkingModel = Pick<Model, 'id' | 'reasoning' | 'maxTokens'>

/** The smallest budget that Claude accepts. */
const minBudget = 1024

/** Only Claude can be told to think; it takes an effort (adaptive) or a budget of tokens, by its version. */
export function toThinking(model: ThinkingModel, options: BedrockOptions): BedrockThinking {
  const { reasoning, maxTokens } = options
  if (!reasoning || !model.reasoning || !isClaude(model.id)) return { maxTokens: maxTokensOf(model, maxTokens) }
  if (!supportsAdaptiveThinking(model)) return withBudget(model, reasoning, options)
  return { maxTokens: maxTokensOf(model, maxTokens), additionalModelRequestFields: adaptive(model, reasoning, options) }
}

function adaptive(
  model: ThinkingModel,
  level: ThinkingLevel,
  { thinkingDisplay }: BedrockOptions,
): Record<string, unknown> {
  return {
    thinking: { type: 'adaptive', ...(thinkingDisplay && { display: thinkingDisplay }) },
    output_config: { effort: effortOf(model, level) },
  }
}

/** Claude's words: four, of which only newer models know the last. */
function effortOf(model: ThinkingModel, level: ThinkingLevel): string {
  if (level === 'minimal') return 'low'
  if (level === 'xhigh' || level === 'max') return supportsXhigh(model) ? 'max' : 'high'
  return level
}

function withBudget(model: ThinkingModel, level: ThinkingLevel, options: BedrockOptions): BedrockThinking {
  const budget = budgetOf(level, options.thinkingBudgets)
  const fitted = fitBudget(model, { maxTokens: options.maxTokens, budget })
  if (fitted.budget < minBudget) return { maxTokens: fitted.maxTokens }
  const additionalModelRequestFields = {
    thinking: { type: 'enabled', budget_tokens: fitted.budget },
    ...(options.interleavedThinking !== false && { anthropic_beta: ['interleaved-thinking-2025-05-14'] }),
  }
  return { maxTokens: fitted.maxTokens, additionalModelRequestFields }
}
