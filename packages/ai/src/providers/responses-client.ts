import type { Model } from '../message/model.ts'
import type { StreamOptions } from '../message/options.ts'

/**
 * How the official client is set up: it makes one attempt, and sends the model's and the caller's headers over its own.
 *
 * @param auth header that carries the key; it is not sent where there is none.
 */
export function clientOptions(
  model: Model,
  options: StreamOptions,
  { apiKey, auth, baseURL }: { apiKey: string | undefined; auth: string; baseURL: string },
) {
  return {
    // The client wants some key, even where the server wants none.
    apiKey: apiKey ?? 'none',
    baseURL,
    maxRetries: 0,
    defaultHeaders: { ...(apiKey === undefined && { [auth]: null }), ...model.headers, ...options.headers },
    // The client reads these from the environment; they are nobody's business but OpenAI's.
    ...(model.provider !== 'openai' && { organization: null, project: null }),
    // Whether a key belongs into a page is for the application to judge.
    dangerouslyAllowBrowser: true,
    ...(options.fetch && { fetch: options.fetch }),
  }
}
