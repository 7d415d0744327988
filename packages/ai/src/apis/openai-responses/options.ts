import type { Model, ThinkingLevel } from '../../message/model.ts'
import { baseOptions } from '../../options/base-options.ts'
import type { SimpleStreamOptions, StreamOptions } from '../../options/options.ts'

/** What `stream` takes for models of the Responses API, besides the options of all providers. */
export interface OpenAIResponsesOptions extends StreamOptions {
  /** How much to think. Without it, and without a summary, a reasoning model is asked not to. */
  reasoningEffort?: ThinkingLevel
  /** How detailed the visible summary of the reasoning is; null: none. Default `auto`. */
  reasoningSummary?: 'auto' | 'detailed' | 'concise' | null
  /** Speed and price of the response; see the provider's documentation. */
  serviceTier?: 'auto' | 'default' | 'flex' | 'priority'
}

/** What `stream` takes for models of Azure OpenAI. What is not given is read from the environment. */
export interface AzureOpenAIResponsesOptions extends OpenAIResponsesOptions {
  /** Default: `$AZURE_OPENAI_API_VERSION`, else `v1`. */
  azureApiVersion?: string
  /** `NAME` in `https://NAME.openai.azure.com`. Default: `$AZURE_OPENAI_RESOURCE_NAME`. */
  azureResourceName?: string
  /** Goes before the name of the resource. Default: `$AZURE_OPENAI_BASE_URL`. */
  azureBaseUrl?: string
  /** Default: the model's entry in `$AZURE_OPENAI_DEPLOYMENT_NAME_MAP` (`model=deployment,…`), else its id. */
  azureDeploymentName?: string
}

/** This API's options from those of `streamSimple`: the level of thinking is its effort. */
export function toResponsesOptions(_model: Model, options: SimpleStreamOptions): OpenAIResponsesOptions {
  const { reasoning } = options
  return { ...baseOptions(options), ...(reasoning && { reasoningEffort: reasoning }) }
}
