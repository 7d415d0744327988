import type { Message } from '../../message/message.ts'
import type { Model, ThinkingLevel } from '../../message/model.ts'
import { supportsAdaptiveThinking, profileOf } from '../../models/profile.ts'
import { budgetOf, fitBudget } from '../../options/budgets.ts'
import { toEffort } from '../anthropic-messages/options.ts'
import { isMidRoundWithoutThinking } from '../anthropic-messages/thinking.ts'
import { thinksAsClaude } from './claude.ts'
import type { BedrockOptions } from './options.ts'
import { toToolChoice } from './tools.ts'
import type { BedrockToolChoice } from './wire.ts'

type ThinkingModel = Pick<Model, 'id' | 'profile' | 'reasoning'>

/** Parameters of the model itself, which Bedrock passes on. */
export type ModelFields = Record<string, unknown>

/** What thinking depends on besides the options. */
export interface ThinkingSituation {
  history: readonly Message[]
  /** 0: no limit is sent. */
  maxTokens: number
}

/** The smallest budget that Claude accepts. */
const minBudget = 1024

/**
 * The fields that ask a model to think; undefined where it is not to, or cannot be asked. Only Claude can be told, with an
 * effort (adaptive) or a budget of tokens, by its version. Not beside a tool choice that forces a call, which it refuses;
 * nor, with a budget, in a round of tools begun without.
 */
export function toThinking(
  model: ThinkingModel,
  options: BedrockOptions,
  situation: ThinkingSituation,
): ModelFields | undefined {
  const { reasoning, toolChoice } = options
  const canThink = model.reasoning && thinksAsClaude(model) && !isForced(toToolChoice(toolChoice))
  if (!reasoning || !canThink) return undefined
  return supportsAdaptiveThinking(model)
    ? adaptive(model, reasoning, options)
    : withBudget(model, reasoning, options, situation)
}

function adaptive(model: ThinkingModel, level: ThinkingLevel, { thinkingDisplay }: BedrockOptions): ModelFields {
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
  { history, maxTokens }: ThinkingSituation,
): ModelFields | undefined {
  const budget = fitBudget(budgetOf(level, options.thinkingBudgets), maxTokens)
  if (budget < minBudget || isMidRoundWithoutThinking(history)) return undefined
  const interleaves = options.interleavedThinking !== false && profileOf(model).interleavedThinking
  return {
    thinking: { type: 'enabled', budget_tokens: budget },
    ...(interleaves && { anthropic_beta: ['interleaved-thinking-2025-05-14'] }),
  }
}
