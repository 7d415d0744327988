import type { Model } from '../../message/model.ts'

/** Where a request to Vertex AI goes. Requests with an API key name no project: it follows from the key. */
export type VertexTarget =
  | { readonly kind: 'key' }
  | { readonly kind: 'project'; readonly project: string; readonly location: string }

/**
 * The address that streams a model's answer.
 *
 * @param model its base URL may hold `{location}`, and may end in a version; empty: Google's own. Model ids that hold a
 * slash are the whole name of a resource (`publishers/meta/models/…`).
 */
export function vertexUrl(model: Pick<Model, 'id' | 'wireModelId' | 'baseUrl'>, target: VertexTarget): string {
  const id = model.wireModelId ?? model.id
  const name = id.includes('/') ? id : `publishers/google/models/${id}`
  const scope = target.kind === 'key' ? '' : `projects/${target.project}/locations/${target.location}/`
  return `${versionedBase(model.baseUrl, target)}/${scope}${name}:streamGenerateContent?alt=sse`
}

function versionedBase(baseUrl: string, target: VertexTarget): string {
  const isOwn = baseUrl === '' || baseUrl.includes('{location}')
  const base = isOwn ? `https://${hostOf(target)}` : baseUrl.replace(/\/+$/, '')
  return /\/v\d\w*$/.test(base) ? base : `${base}/v1`
}

/** Hosts of regions, of the two multi-regions, and the global one. Source: https://cloud.google.com/vertex-ai/docs/reference/rest */
function hostOf(target: VertexTarget): string {
  if (target.kind === 'key' || target.location === 'global') return 'aiplatform.googleapis.com'
  const { location } = target
  return location === 'us' || location === 'eu'
    ? `aiplatform.${location}.rep.googleapis.com`
    : `${location}-aiplatform.googleapis.com`
}
