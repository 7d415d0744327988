import { type Model, supportsMax, supportsXhigh } from '@dreb/ai'

import type { ThinkingLevel } from '../types/thinking-level.ts'

/** The level a model will really use: `off` if it can not think, and the next lower one it knows. */
export function effectiveThinkingLevel(model: Model, level: ThinkingLevel | undefined): ThinkingLevel {
  if (!model.reasoning || level === undefined) return 'off'
  if (level === 'max' && supportsMax(model)) return 'max'
  if (level !== 'max' && level !== 'xhigh') return level
  return supportsXhigh(model) ? 'xhigh' : 'high'
}
