import type { Model, ThinkingFormat, ThinkingLevel } from '../../message/model.ts'
import { profileOf, knownLevel, leastLevel } from '../../models/profile.ts'
import { forcesCall } from '../../tools/tool-choice.ts'
import type { ResolvedCompat } from './compat.ts'
import type { OpenAIChatThinking } from './wire.ts'

/** How much to think: a level, `auto` (the model decides) or `off`. Undefined: `off`. */
export type ReasoningEffort = ThinkingLevel | 'auto' | 'off'

/** The level to ask for. A server with a name of its own for the level gets it; others get what the model knows. */
export function effortOf(model: Model, compat: ResolvedCompat, level: ThinkingLevel): ThinkingLevel {
  return Object.hasOwn(compat.reasoningEffortMap, level) ? level : knownLevel(model, level)
}

/** Servers that refuse a forced call from a model that thinks, by the errors 400 that users report. */
const formatsWithoutForce: ReadonlySet<ThinkingFormat> = new Set(['deepseek', 'kimi', 'moonshot', 'qwen'])

/** The effort beside a choice of tools: where the choice forces a call and the server refuses both, there is none. */
export function effortBeside(
  model: Model,
  toolChoice: unknown,
  { thinkingFormat }: ResolvedCompat,
  effort: ReasoningEffort | undefined,
): ReasoningEffort | undefined {
  const isRefused = formatsWithoutForce.has(thinkingFormat) && profileOf(model).canTurnThinkingOff
  return isRefused && forcesCall(toolChoice) ? 'off' : effort
}

/** The part of the body that says how much to think; nothing for models that do not. */
export function thinkingFields(
  model: Model,
  compat: ResolvedCompat,
  effort: ReasoningEffort = 'off',
): OpenAIChatThinking {
  if (!model.reasoning) return {}
  const { canTurnThinkingOff, thinkingControl } = profileOf(model)
  if (effort === 'auto') return thinkingOn(model, compat, compat.reasoningEffortMap.auto)
  if (effort !== 'off') return thinkingOn(model, compat, effortValue(model, compat, effort))
  if (canTurnThinkingOff || compat.reasoningEffortMap.off !== undefined) return thinkingOff(model, compat)
  return thinkingControl === 'fixed' ? {} : thinkingOn(model, compat, effortValue(model, compat, leastLevel(model)))
}

function thinkingOff(model: Model, compat: ResolvedCompat): OpenAIChatThinking {
  const { off } = compat.reasoningEffortMap
  switch (compat.thinkingFormat) {
    case 'openrouter':
      return { reasoning: { effort: off ?? 'none' } }
    case 'qwen':
      return { enable_thinking: false }
    case 'qwen-chat-template':
      return { chat_template_kwargs: { enable_thinking: false } }
    case 'zai':
    case 'kimi':
    case 'moonshot':
    case 'deepseek':
      return { thinking: { type: 'disabled' } }
    case 'openai':
      return effortFields(compat, off ?? profileOf(model).offEffort)
  }
}

/** @param value of the effort; undefined: the model decides. */
function thinkingOn(model: Model, compat: ResolvedCompat, value: string | undefined): OpenAIChatThinking {
  const asEffort = takesEffort(model, compat) ? effortFields(compat, value) : {}
  switch (compat.thinkingFormat) {
    case 'openrouter':
      return { reasoning: value === undefined ? { enabled: true } : { effort: value } }
    case 'qwen':
      return { enable_thinking: true }
    case 'qwen-chat-template':
      return { chat_template_kwargs: { enable_thinking: true }, ...asEffort }
    case 'kimi':
      return { thinking: { type: 'enabled', ...(value !== undefined && { effort: value }) } }
    case 'moonshot':
      return moonshot(model, asEffort)
    case 'zai':
    case 'deepseek':
      return { thinking: { type: 'enabled' }, ...asEffort }
    case 'openai':
      return asEffort
  }
}

/** Moonshot refuses both fields beside one another: models with levels take the effort, the others the switch. */
function moonshot(model: Model, asEffort: OpenAIChatThinking): OpenAIChatThinking {
  const { thinkingControl } = profileOf(model)
  if (thinkingControl === 'effort') return asEffort
  return thinkingControl === 'fixed' ? {} : { thinking: { type: 'enabled' } }
}

function effortFields(
  { supportsReasoningEffort }: ResolvedCompat,
  value: string | undefined,
): Pick<OpenAIChatThinking, 'reasoning_effort'> {
  return supportsReasoningEffort && value !== undefined ? { reasoning_effort: value } : {}
}

/** Models with a switch only, or without any choice, refuse an effort, unless the server has names for it. */
function takesEffort(model: Model, { reasoningEffortMap }: ResolvedCompat): boolean {
  const { thinkingControl } = profileOf(model)
  const hasLevels = thinkingControl !== 'switch' && thinkingControl !== 'fixed'
  return hasLevels || Object.keys(reasoningEffortMap).length > 0
}

function effortValue(model: Model, compat: ResolvedCompat, asked: ThinkingLevel): string {
  const level = effortOf(model, compat, asked)
  return compat.reasoningEffortMap[level] ?? profileOf(model).effortValues?.[level] ?? level
}

/** Whether the request leaves the model to think. */
export function isThinking({ reasoning_effort, reasoning, thinking, enable_thinking }: OpenAIChatThinking): boolean {
  const isOff =
    reasoning_effort === 'none' ||
    reasoning?.effort === 'none' ||
    thinking?.type === 'disabled' ||
    enable_thinking === false
  return !isOff
}
