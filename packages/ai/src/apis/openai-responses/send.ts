import { sendToOpenAI } from '../../http/send-to-openai.ts'
import type { Model } from '../../message/model.ts'
import type { OpenAIResponsesOptions } from './options.ts'

/** Sends a body to the Responses endpoint of the model's server. */
export function send(model: Model, body: object, options: OpenAIResponsesOptions): Promise<Response> {
  return sendToOpenAI(model, '/responses', body, options)
}
