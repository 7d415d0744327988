import type { Model, ThinkingFormat, ThinkingLevel } from '../../message/model.ts'
import { isQwen38OrLater } from '../../models/families.ts'
import { knownEffort } from '../../options/effort.ts'
import { forcesCall } from '../../tools/tool-choice.ts'
import type { ResolvedCompat } from './compat.ts'
import type { OpenAIChatThinking } from './wire.ts'

/** How much to think: a level, or for Kimi also `auto` (the model decides) and `off`. Undefined: as little as possible. */
export type ReasoningEffort = ThinkingLevel | 'auto' | 'off'

/** The level to ask for. A server with a word of its own for the level gets it; others get what the model knows. */
export function effortOf(model: Model, compat: ResolvedCompat, level: ThinkingLevel): ThinkingLevel {
  return level in compat.reasoningEffortMap ? level : knownEffort(model, level)
}

/** Servers that refuse a forced call from a model that thinks, by the errors 400 that users report. */
const formatsWithoutForce: ReadonlySet<ThinkingFormat> = new Set(['deepseek', 'kimi', 'qwen'])

/** The effort beside a choice of tools: where the choice forces a call and the server refuses both, there is none. */
export function effortBeside(
  toolChoice: unknown,
  { thinkingFormat }: ResolvedCompat,
  effort: ReasoningEffort | undefined,
): ReasoningEffort | undefined {
  return formatsWithoutForce.has(thinkingFormat) && forcesCall(toolChoice) ? 'off' : effort
}

/** The part of the body that says how much to think; nothing for models that do not. */
export function thinkingFields(
  model: Model,
  compat: ResolvedCompat,
  effort: ReasoningEffort | undefined,
): OpenAIChatThinking {
  if (!model.reasoning) return {}
  if (compat.thinkingFormat === 'kimi') return kimi(compat, effort)
  return effort === undefined || effort === 'off' ? thinkingOff(compat) : thinkingOn(model, compat, effort)
}

function thinkingOff({ thinkingFormat }: ResolvedCompat): OpenAIChatThinking {
  switch (thinkingFormat) {
    case 'openrouter':
      return { reasoning: { effort: 'none' } }
    case 'zai':
    case 'qwen':
      return { enable_thinking: false }
    case 'qwen-chat-template':
      return { chat_template_kwargs: { enable_thinking: false } }
    case 'deepseek':
      return { thinking: { type: 'disabled' } }
    case 'openai':
    case 'kimi':
      return {}
  }
}

function thinkingOn(model: Model, compat: ResolvedCompat, effort: ReasoningEffort): OpenAIChatThinking {
  const word = wordOf(compat, effort)
  const asEffort = compat.supportsReasoningEffort ? { reasoning_effort: word } : {}
  switch (compat.thinkingFormat) {
    case 'openrouter':
      return { reasoning: { effort: word } }
    case 'zai':
    case 'qwen':
      return { enable_thinking: true }
    case 'qwen-chat-template':
      return { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: qwenWord(model, compat, effort) }
    case 'deepseek':
      return { thinking: { type: 'enabled' }, ...asEffort }
    case 'openai':
    case 'kimi':
      return asEffort
  }
}

/** Kimi thinks unless told otherwise, so nothing is said when the caller says nothing. */
function kimi(compat: ResolvedCompat, effort: ReasoningEffort | undefined): OpenAIChatThinking {
  if (effort === undefined) return {}
  if (effort === 'off') return { thinking: { type: 'disabled' } }
  if (effort === 'auto') return { thinking: { type: 'enabled' } }
  return { thinking: { type: 'enabled', effort: wordOf(compat, effort) } }
}

function wordOf({ reasoningEffortMap }: ResolvedCompat, effort: ReasoningEffort): string {
  return (effort === 'auto' || effort === 'off' ? undefined : reasoningEffortMap[effort]) ?? effort
}

/** Qwen from 3.8 knows three levels: low, medium and xhigh. */
function qwenWord(model: Model, compat: ResolvedCompat, effort: ReasoningEffort): string {
  const word = wordOf(compat, effort)
  if (word !== effort || !isQwen38OrLater(model.id)) return word
  const words: Partial<Record<ReasoningEffort, string>> = { minimal: 'low', low: 'low', medium: 'medium' }
  return words[effort] ?? 'xhigh'
}
