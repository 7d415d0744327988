import type { ModelProfile } from '../message/model-profile.ts'
import type { Model } from '../message/model.ts'
import { defaultProfile, type ProfileRow, profileRows } from './profiles.ts'

/** What of a model its profile depends on. */
export type Profiled = Pick<Model, 'id' | 'profile'>

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
  const known = resolvedOf.get(model)
  if (known && known.id === model.id && known.own === model.profile) return known.profile
  const profile = { ...defaultProfile, ...rowOf(model.id)?.profile, ...model.profile }
  resolvedOf.set(model, { id: model.id, own: model.profile, profile })
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
