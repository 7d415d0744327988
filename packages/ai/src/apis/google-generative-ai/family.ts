import type { Model } from '../../message/model.ts'

/** How a family of models differs in what it takes. */
export interface GoogleFamily {
  /** Ids of calls: none; those that the model gave itself; all. */
  readonly callIds: 'none' | 'own' | 'all'
  /** Schemas of tools: JSON Schema as a whole, or the subset that OpenAPI 3.0 knows. */
  readonly toolSchema: 'json-schema' | 'openapi'
  /** Images of a tool: in its result, or in a turn of the user behind the results. */
  readonly toolImages: 'in-result' | 'own-turn'
  /** Whether a call without a signature is refused. */
  readonly requiresSignatures: boolean
}

const gemini2: GoogleFamily = {
  callIds: 'none',
  toolSchema: 'json-schema',
  toolImages: 'own-turn',
  requiresSignatures: false,
}

const gemini1: GoogleFamily = { ...gemini2, toolSchema: 'openapi' }

const gemini3: GoogleFamily = {
  callIds: 'own',
  toolSchema: 'json-schema',
  toolImages: 'in-result',
  requiresSignatures: true,
}

/** Models of other makers behind the same API, by way of a gateway. */
const guest: GoogleFamily = { ...gemini2, callIds: 'all', toolSchema: 'openapi', toolImages: 'in-result' }

/** The family that an id belongs to; ids nobody knows are taken for Gemini 2. */
export function familyOf({ id }: Pick<Model, 'id'>): GoogleFamily {
  if (/^(claude-|gpt-oss-)/.test(id)) return guest
  if (/gemini-(flash|flash-lite|pro)-latest/.test(id)) return gemini3
  const version = Number(/gemini-(\d+)/.exec(id)?.[1] ?? 2)
  if (version >= 3) return gemini3
  return version === 1 ? gemini1 : gemini2
}
