import type { Model } from '../message/model.ts'
import { type Profiled, profileOf } from './profile.ts'

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
