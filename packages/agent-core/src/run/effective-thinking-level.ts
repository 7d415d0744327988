import type { Model } from '@dreb/ai'
import { clampThinkingLevel } from '@dreb/ai/profiles'

import type { ThinkingLevel } from '../types/thinking-level.ts'

/** The level a model will really use: `off` if it cannot think, else the nearest one it knows. */
export function effectiveThinkingLevel(model: Model, level: ThinkingLevel | undefined): ThinkingLevel {
  return model.reasoning && level !== undefined ? clampThinkingLevel(model, level) : 'off'
}
