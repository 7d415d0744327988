import { AIError, findModel, type Model } from '@dreb/ai'

/**
 * A model, and where it is reached, without secrets: plain data for JSON. Values of headers and the credentials and
 * query of the base URL are left out.
 */
export interface ModelReference {
  provider: string
  id: string
  api?: string
  baseUrl?: string
  /** Names of the model's own headers, in lower case, sorted. */
  headerNames?: string[]
}

/** The reference that `exportState` stores. */
export function referenceTo({ provider, id, api, baseUrl, headers }: Model): ModelReference {
  const headerNames = namesOf(headers)
  return {
    provider,
    id,
    api,
    baseUrl: withoutSecrets(baseUrl),
    ...(headerNames.length > 0 && { headerNames }),
  }
}

/** Whether this is a whole model rather than a reference to one. */
export function isModel(value: Model | ModelReference): value is Model {
  return 'contextWindow' in value
}

/**
 * The registered model of a reference.
 *
 * @throws AIError `unknown_model` if there is none, or if it is reached in another way than the one that was stored: the
 *   conversation would go to another server
 */
export function resolveModel(reference: ModelReference): Model {
  const { provider, id } = reference
  const model = findModel(provider, id)
  const remedy = 'pass the model itself as initialState.model'
  if (!model)
    throw new AIError('unknown_model', `The model ${provider}/${id} is not registered: register it, or ${remedy}`)
  const different = differencesBetween(reference, referenceTo(model))
  if (different.length === 0) return model
  const text = `The state was stored with another ${provider}/${id} than the registered one (${different.join('; ')})`
  throw new AIError('unknown_model', `${text}: ${remedy}`)
}

function differencesBetween(stored: ModelReference, registered: ModelReference): string[] {
  // References of older versions name provider and id only.
  if (stored.api === undefined && stored.baseUrl === undefined) return []
  const parts = ['api', 'baseUrl', 'headerNames'] as const
  return parts.flatMap((part) => {
    const [then, now] = [String(stored[part] ?? ''), String(registered[part] ?? '')]
    return then === now ? [] : [`${part} was "${then}", is "${now}"`]
  })
}

function namesOf(headers: Model['headers']): string[] {
  return Object.keys(headers ?? {})
    .map((name) => name.toLowerCase())
    .toSorted()
}

function withoutSecrets(baseUrl: string): string {
  // Of another scheme than HTTP a login is a part of the path.
  const url = /^https?:/i.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url) return baseUrl.includes('@') ? '' : baseUrl.replace(/[?#].*$/s, '')
  if (!url.username && !url.password && !url.search && !url.hash) return baseUrl
  Object.assign(url, { username: '', password: '', search: '', hash: '' })
  return url.href
}
