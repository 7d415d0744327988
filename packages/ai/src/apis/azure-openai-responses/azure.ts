import { readEnv } from '../../auth/environment.ts'
import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import type { AzureOpenAIResponsesOptions } from '../openai-responses/options.ts'

/**
 * Where the resource is: the base URL of the options or of the environment, else that of the named resource, else the
 * model's. A URL that ends with the host (or with `/openai`) is completed to the `v1` API.
 *
 * @throws AIError `invalid_request` when nothing says where
 */
export function azureBaseUrl(model: Model, options: AzureOpenAIResponsesOptions): string {
  const given = options.azureBaseUrl || readEnv('AZURE_OPENAI_BASE_URL')
  const name = options.azureResourceName || readEnv('AZURE_OPENAI_RESOURCE_NAME')
  const url = given || (name ? `https://${name}.openai.azure.com` : model.baseUrl)
  if (url) return completed(url.replace(/\/+$/, ''))
  const message =
    'No Azure OpenAI resource. Set options.azureResourceName or $AZURE_OPENAI_RESOURCE_NAME, or a base URL.'
  throw new AIError('invalid_request', message, { provider: model.provider })
}

function completed(url: string): string {
  return /^https?:\/\/[^/]+(\/openai)?$/.test(url) ? `${url.replace(/\/openai$/, '')}/openai/v1` : url
}

/** The version of the API in the query. */
export function azureApiVersion({ azureApiVersion: version }: AzureOpenAIResponsesOptions): string {
  return version || readEnv('AZURE_OPENAI_API_VERSION') || 'v1'
}

/** The deployment that serves a model; Azure knows models by the names their owners gave them. */
export function azureDeployment(model: Model, { azureDeploymentName }: AzureOpenAIResponsesOptions): string {
  return (
    azureDeploymentName ||
    mapped(model.id, readEnv('AZURE_OPENAI_DEPLOYMENT_NAME_MAP')) ||
    model.wireModelId ||
    model.id
  )
}

function mapped(id: string, map = ''): string | undefined {
  const pairs = map.split(',').map((pair) => pair.split('=').map((side) => side.trim()))
  return pairs.find(([from]) => from === id)?.[1]
}
