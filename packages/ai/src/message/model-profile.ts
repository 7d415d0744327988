/** Levels of thinking, from least to most. */
export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/**
 * How a model is told how much to think.
 *
 * - `effort`: a level by name (OpenAI, xAI, DeepSeek)
 * - `adaptive`: a level by name beside `thinking: { type: 'adaptive' }` (Claude from 4.6)
 * - `budget`: a number of tokens (Claude before 4.6, Gemini 2.5)
 * - `level`: Gemini's `thinkingLevel` (from Gemini 3)
 * - `prompt-mode`: Mistral's `prompt_mode: 'reasoning'` (Magistral)
 * - `switch`: on or off, no levels (GLM before 5.3, Kimi K2)
 * - `fixed`: not at all; the model always thinks as much as it does
 */
export type ThinkingControl = 'effort' | 'adaptive' | 'budget' | 'level' | 'prompt-mode' | 'switch' | 'fixed'

/** When a model takes a temperature. `unless-thinking`: only in requests that turn thinking off. */
export type TemperatureRule = 'always' | 'unless-thinking' | 'never'

/**
 * What a model accepts in a request. Known models have a row in the table of profiles; `model.profile` overrides any field
 * of it for a model of your own. The fields about thinking count only where `model.reasoning` is true.
 */
export interface ModelProfile {
  /** Undefined: the usual way of the API. */
  readonly thinkingControl?: ThinkingControl
  /** The levels it knows, least first; at least one. A model that only has a switch knows one. */
  readonly thinkingLevels: readonly ThinkingLevel[]
  /** Whether thinking can be turned off. If not, "off" becomes the least level, or nothing is sent. */
  readonly canTurnThinkingOff: boolean
  /** The effort that turns thinking off, for models that know one (`none`). */
  readonly offEffort?: string
  /** What is sent for a level, where that is not the name of the level. */
  readonly effortValues?: Readonly<Partial<Record<ThinkingLevel, string>>>
  /** Tokens to think with, per level, for models that count them. -1: the model decides. */
  readonly thinkingBudgets?: Readonly<Record<'minimal' | 'low' | 'medium' | 'high', number>>
  /** Budgets outside of this range are refused. */
  readonly thinkingBudgetRange?: readonly [least: number, most: number]
  /** Whether it can be asked to think between tool calls (Claude from 4). */
  readonly interleavedThinking: boolean
  readonly temperature: TemperatureRule
  /** Whether it takes Anthropic's cache marks, where the provider passes them on. */
  readonly cacheMarks: boolean
  /** Whether it takes a system prompt. If not, the prompt opens the first user message. */
  readonly systemPrompt: boolean
}
