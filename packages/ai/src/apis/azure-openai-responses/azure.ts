import { readEnv } from '../../auth/environment.ts'
import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import { withoutTrailingSlashes } from '../../values/trailing-slashes.ts'
import type { AzureOpenAIResponsesOptions } from '../openai-responses/options.ts'

/**
 * Where the resource is: the base URL of the options or of the environment, else that of the named resource, else the
 * model's. A URL that ends with the host (or with `/openai`) is completed to the `v1` API; one that was copied with
 * `/responses` and a query at its end goes without them.
 *
 * @throws AIError `invalid_request` when nothing names it, or the name is none
 */
export function azureBaseUrl(model: Model, options: AzureOpenAIResponsesOptions): string {
  const given = options.azureBaseUrl || readEnv('AZURE_OPENAI_BASE_URL')
  const name = options.azureResourceName || readEnv('AZURE_OPENAI_RESOURCE_NAME')
  const url = given || (name ? `https://${checkedName(name, model)}.openai.azure.com` : model.baseUrl)
  if (url) return completed(withoutOperation(url))
  const message =
    'No Azure OpenAI resource. Set options.azureResourceName or $AZURE_OPENAI_RESOURCE_NAME, or a base URL.'
  throw new AIError('invalid_request', message, { provider: model.provider })
}

/** The name is part of a host: with a slash in it the key would go elsewhere. */
function checkedName(name: string, { provider }: Model): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/.test(name)) return name
  const text = `Not the name of an Azure resource: ${name.slice(0, 200)}. Expected letters, digits and hyphens.`
  throw new AIError('invalid_request', text, { provider })
}

function withoutOperation(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  return withoutTrailingSlashes(path).replace(/\/responses$/, '')
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
