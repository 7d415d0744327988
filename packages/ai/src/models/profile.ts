import type { ModelProfile } from '../message/model-profile.ts'
import type { Model, ThinkingLevel } from '../message/model.ts'
import { defaultProfile, type ProfileRow, profileRows } from './profiles.ts'

/** What of a model its profile depends on. */
export type Profiled = Pick<Model, 'id' | 'like' | 'profile'>

interface Resolved {
  readonly id: string
  readonly own: Model['profile']
  readonly profile: ModelProfile
}

const resolvedOf = new WeakMap<Profiled, Resolved>()

/**
 * What a model accepts: the row of its family, under what the model itself says in `model.profile`. Resolved once per
 * model object, and again when its id or its profile is replaced.
 */
export function profileOf(model: Profiled): ModelProfile {
  const id = model.like ?? model.id
  const known = resolvedOf.get(model)
  if (known && known.id === id && known.own === model.profile) return known.profile
  const profile = { ...defaultProfile, ...rowOf(id)?.profile, ...model.profile }
  resolvedOf.set(model, { id, own: model.profile, profile })
  return profile
}

function rowOf(id: string): ProfileRow | undefined {
  const name = id.toLowerCase()
  return profileRows.find((row) => isNamed(row, name))
}

function isNamed({ name, from }: ProfileRow, id: string): boolean {
  const match = name.exec(id)
  if (!match) return false
  return from === undefined || Number(match[1]) * 100 + Number(match[2] ?? 0) >= from
}

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

/** Whether the model knows the level `xhigh`; for others it becomes the next lower level they know. */
export function supportsXhigh(model: Profiled): boolean {
  return profileOf(model).thinkingLevels.includes('xhigh')
}

/** Whether the model knows the level `max`; for others it becomes the next lower level they know. */
export function supportsMax(model: Profiled): boolean {
  return profileOf(model).thinkingLevels.includes('max')
}

/** Whether the model decides itself how much to think (Claude from 4.6): it takes an effort, not a budget of tokens. */
export function supportsAdaptiveThinking(model: Profiled): boolean {
  return profileOf(model).thinkingControl === 'adaptive'
}

/**
 * Whether the model takes a temperature in this request.
 *
 * @param isThinking whether the request leaves the model to think; a model that does not reason never does.
 */
export function takesTemperature(model: Profiled & Pick<Model, 'reasoning'>, isThinking: boolean): boolean {
  const { temperature, thinkingControl } = profileOf(model)
  if (temperature === 'always') return true
  if (temperature === 'unless-thinking') return !(model.reasoning && isThinking)
  // Adaptive Claude refuses one always; OpenAI's chat models of the same family name do not reason and take it.
  return !model.reasoning && thinkingControl !== 'adaptive'
}
