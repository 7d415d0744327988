import { sendToOpenAI } from '../../http/send-to-openai.ts'
import type { Model } from '../../message/model.ts'
import type { OpenAICompletionsOptions } from './options.ts'

/** Sends a body to the Chat Completions endpoint of the model's server. */
export function send(model: Model, body: object, options: OpenAICompletionsOptions): Promise<Response> {
  return sendToOpenAI(model, '/chat/completions', body, options)
}
