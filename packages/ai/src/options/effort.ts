import type { Model, ThinkingLevel } from '../message/model.ts'
import { supportsMax, supportsMinimal, supportsXhigh } from '../models/families.ts'

/** The levels that every model with levels knows. */
export type CommonLevel = Exclude<ThinkingLevel, 'xhigh' | 'max'>

/** The level as the model knows it: `max` becomes `xhigh`, and `xhigh` becomes `high`, where it is not supported. */
export function clampEffort(model: Pick<Model, 'id'>, level: ThinkingLevel): ThinkingLevel {
  if (level === 'max' && supportsMax(model)) return 'max'
  if (level === 'max' || level === 'xhigh') return supportsXhigh(model) ? 'xhigh' : 'high'
  return level
}

/** As {@link clampEffort}, with `low` for `minimal` where that is not supported. */
export function knownEffort(model: Pick<Model, 'id'>, level: ThinkingLevel): ThinkingLevel {
  return level === 'minimal' && !supportsMinimal(model) ? 'low' : clampEffort(model, level)
}

/** The level for models that know none above `high`. */
export function clampToHigh(level: ThinkingLevel): CommonLevel {
  return level === 'xhigh' || level === 'max' ? 'high' : level
}
