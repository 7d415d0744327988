import type { Model, ThinkingLevel } from '../message/model.ts'
import { type Profiled, profileOf } from './profile.ts'

type Thinking = Profiled & Pick<Model, 'reasoning'>

const order: readonly ThinkingLevel[] = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/**
 * The levels of thinking that a model knows, least first; `off` is among them where thinking can be turned off. A model
 * that does not reason knows `off` only; one that has a switch and no levels knows one level.
 */
export function supportedThinkingLevels(model: Thinking): (ThinkingLevel | 'off')[] {
  if (!model.reasoning) return ['off']
  const { thinkingLevels, canTurnThinkingOff } = profileOf(model)
  return canTurnThinkingOff ? ['off', ...thinkingLevels] : [...thinkingLevels]
}

/**
 * The level that a model really gets for one that is asked for: the level itself where the model knows it, else the next
 * lower one it knows, else the next higher one. `off` stays `off` where thinking can be turned off.
 */
export function clampThinkingLevel(model: Thinking, level: ThinkingLevel | 'off'): ThinkingLevel | 'off' {
  if (!model.reasoning) return 'off'
  const { canTurnThinkingOff, thinkingLevels } = profileOf(model)
  if (level !== 'off') return nearestLevel(thinkingLevels, level)
  return canTurnThinkingOff ? 'off' : leastLevel(model)
}

/** The least that a model can think, short of not at all. */
export function leastLevel(model: Profiled): ThinkingLevel {
  return profileOf(model).thinkingLevels[0] ?? 'high'
}

/** The level as the model knows it; for models of which it is settled that they are to think. */
export function knownLevel(model: Profiled, level: ThinkingLevel): ThinkingLevel {
  return nearestLevel(profileOf(model).thinkingLevels, level)
}

function nearestLevel(known: readonly ThinkingLevel[], level: ThinkingLevel): ThinkingLevel {
  const wanted = order.indexOf(level)
  const lower = known.findLast((one) => order.indexOf(one) <= wanted)
  return lower ?? known[0] ?? level
}
