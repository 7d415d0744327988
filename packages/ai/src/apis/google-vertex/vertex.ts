import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import { withoutTrailingSlashes } from '../../values/trailing-slashes.ts'
import { modelPath } from '../google-generative-ai/endpoint.ts'

/** Where a request to Vertex AI goes. Requests with an API key name no project: it follows from the key. */
export type VertexTarget =
  | { readonly kind: 'key' }
  | { readonly kind: 'project'; readonly project: string; readonly location: string }

/**
 * The address that streams a model's response.
 *
 * @param model its base URL may hold `{location}`, and may end in a version; empty: Google's own. Model ids that hold a
 * slash are the whole name of a resource (`publishers/meta/models/…`).
 * @throws AIError `invalid_request` for an id, a project or a location that would lead elsewhere
 */
export function vertexUrl(model: Pick<Model, 'id' | 'wireModelId' | 'baseUrl'>, target: VertexTarget): string {
  const id = modelPath(model.wireModelId ?? model.id, 'google-vertex')
  const name = id.includes('/') ? id : `publishers/google/models/${id}`
  const scope = target.kind === 'key' ? '' : scopeOf(target)
  return `${versionedBase(model.baseUrl, target)}/${scope}${name}:streamGenerateContent?alt=sse`
}

function scopeOf({ project, location }: Extract<VertexTarget, { kind: 'project' }>): string {
  // Projects of a domain are called `example.com:name`.
  checkName('project', project, /^[a-z0-9][a-z0-9.:-]{0,99}$/i)
  checkName('location', location, /^[a-z0-9-]{1,63}$/)
  return `projects/${project}/locations/${location}/`
}

function checkName(what: string, name: string, pattern: RegExp): void {
  if (pattern.test(name)) return
  const text = `Not a ${what} of Google Cloud: ${name.slice(0, 200)}. Expected letters, digits and hyphens.`
  throw new AIError('invalid_request', text, { provider: 'google-vertex' })
}

function versionedBase(baseUrl: string, target: VertexTarget): string {
  const isOwn = baseUrl === '' || baseUrl.includes('{location}')
  const base = isOwn ? `https://${hostOf(target)}` : withoutTrailingSlashes(baseUrl)
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
