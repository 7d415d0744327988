import { decodeSse } from '../../http/sse.ts'
import { preloadTransport } from '../../http/transports.ts'
import type { Model } from '../../message/model.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import type { Context } from '../../options/options.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildResponsesBody } from '../openai-responses/body.ts'
import { createOpenAIResponsesNormalizer, type OpenAIResponsesState } from '../openai-responses/normalize.ts'
import { type AzureOpenAIResponsesOptions, toResponsesOptions } from '../openai-responses/options.ts'
import type { OpenAIResponsesEvent } from '../openai-responses/wire.ts'
import { azureDeployment } from './azure.ts'
import { send } from './send.ts'

preloadTransport('azure')

/** The Responses API of Azure OpenAI. Takes {@link AzureOpenAIResponsesOptions}. */
export const azureOpenAIResponses: ApiAdapter = defineApi<
  AzureOpenAIResponsesOptions,
  OpenAIResponsesEvent,
  OpenAIResponsesState
>({
  api: 'azure-openai-responses',
  fromSimple: toResponsesOptions,
  resolve,
  body,
  send,
  decode: decodeSse,
  normalizer: (_model, options) => createOpenAIResponsesNormalizer(options),
})

function resolve(model: Model, options: AzureOpenAIResponsesOptions): AzureOpenAIResponsesOptions {
  return { ...settleCacheRetention(model, options), azureDeploymentName: azureDeployment(model, options) }
}

/** Azure knows models by the names that their owners gave to the deployments. */
function body(model: Model, context: Context, options: AzureOpenAIResponsesOptions): object {
  const { azureDeploymentName = model.wireModelId ?? model.id } = options
  return { ...buildResponsesBody(model, context, options), model: azureDeploymentName }
}
