import { isPrivateUrl, requireApiKey } from '../../auth/api-key.ts'
import { readEnv } from '../../auth/environment.ts'
import { AIError } from '../../errors/ai-error.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import type { GoogleVertexOptions } from '../google-generative-ai/options.ts'
import { type VertexTarget, vertexUrl } from './vertex.ts'

/** Sends a body to Vertex AI, by API key or by access token. */
export async function send(model: Model, body: object, options: GoogleVertexOptions): Promise<Response> {
  const access = accessOf(model, options)
  const target: VertexTarget =
    access.kind === 'token' ? { kind: 'project', ...placeOf(model, options) } : { kind: 'key' }
  return post({
    url: vertexUrl(model, target),
    headers: mergeHeaders(headersOf(access), model.headers, options.headers),
    body: JSON.stringify(body),
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
    limits: options,
  })
}

/** Servers on this machine need nothing. */
type Access = { kind: 'key'; key: string } | { kind: 'token'; token: string } | { kind: 'none' }

function headersOf(access: Access): Record<string, string> {
  if (access.kind === 'key') return { 'x-goog-api-key': access.key }
  return access.kind === 'token' ? { authorization: `Bearer ${access.token}` } : {}
}

function accessOf(model: Model, options: GoogleVertexOptions): Access {
  if (options.accessToken) return { kind: 'token', token: options.accessToken }
  const key = requireApiKey(model, options)
  if (key !== undefined) return isToken(model, key) ? { kind: 'token', token: key } : { kind: 'key', key }
  const token = readEnv('GOOGLE_ACCESS_TOKEN')
  if (token !== undefined) return { kind: 'token', token }
  if (isPrivateUrl(model.baseUrl)) return { kind: 'none' }
  throw new AIError('missing_key', missing, { provider: model.provider })
}

const missing =
  'Vertex AI requires an API key (options.apiKey or $GOOGLE_CLOUD_API_KEY) or an access token ' +
  '(options.accessToken or $GOOGLE_ACCESS_TOKEN; `gcloud auth print-access-token` gives one).'

/** Access tokens of Google begin with `ya29.`. */
function isToken({ authMode }: Model, key: string): boolean {
  return authMode === 'bearer' || key.startsWith('ya29.')
}

function placeOf({ provider }: Model, options: GoogleVertexOptions): { project: string; location: string } {
  const project = options.project || readEnv('GOOGLE_CLOUD_PROJECT') || readEnv('GCLOUD_PROJECT')
  const location = options.location || readEnv('GOOGLE_CLOUD_LOCATION')
  if (project && location) return { project, location }
  const text = project
    ? needs('location', 'location', 'GOOGLE_CLOUD_LOCATION')
    : needs('project ID', 'project', 'GOOGLE_CLOUD_PROJECT')
  throw new AIError('invalid_request', text, { provider })
}

function needs(what: string, option: string, variable: string): string {
  return `Vertex AI requires a ${what} with an access token. Pass options.${option} or set $${variable}.`
}
