import type { Model, ThinkingLevel } from '../message/model.ts'
import { supportsMax, supportsXhigh } from '../models/families.ts'

/** The levels that every model with levels knows. */
export type CommonLevel = Exclude<ThinkingLevel, 'xhigh' | 'max'>

/** The level as the model knows it: `max` becomes `xhigh`, and `xhigh` becomes `high`, where it is not supported. */
export function clampEffort(model: Pick<Model, 'id'>, level: ThinkingLevel): ThinkingLevel {
  if (level === 'max' && supportsMax(model)) return 'max'
  if (level === 'max' || level === 'xhigh') return supportsXhigh(model) ? 'xhigh' : 'high'
  return level
}

/** The level for models that know none above `high`. */
export function clampToHigh(level: ThinkingLevel): CommonLevel {
  return level === 'xhigh' || level === 'max' ? 'high' : level
}
