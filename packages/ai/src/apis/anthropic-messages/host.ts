import type { Model } from '../../message/model.ts'

/** Who serves a model that speaks Anthropic Messages: Anthropic itself, Google Vertex, or somebody compatible. */
export type AnthropicHost = 'first-party' | 'vertex' | 'third-party'

/** An empty base URL is Anthropic's own. */
export function anthropicHostOf({ baseUrl, provider }: Pick<Model, 'baseUrl' | 'provider'>): AnthropicHost {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  if (provider === 'google-vertex' || host.endsWith('aiplatform.googleapis.com')) return 'vertex'
  if (baseUrl === '') return 'first-party'
  return host === 'api.anthropic.com' || host.endsWith('.api.anthropic.com') ? 'first-party' : 'third-party'
}
