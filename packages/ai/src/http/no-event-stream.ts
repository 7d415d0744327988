import { AIError } from '../errors/ai-error.ts'
import { isWebPage, shownText } from '../errors/error-texts.ts'
import { parseError } from '../errors/parse-error.ts'
import { tryParseJson } from '../values/json.ts'

/** What a body is that holds no event: the whole response of a server that does not stream, or a failure. */
export type PlainBody =
  | { readonly kind: 'response'; readonly chunks: object[] }
  | { readonly kind: 'failure'; readonly error: AIError }

/**
 * Reads a body without any event. Servers that do not stream send the response as one JSON object, or as a list of
 * chunks (Gemini without `alt=sse`). Anything else is a plain JSON error, or a page from something that is not the API.
 */
export function readPlainBody(body: string): PlainBody {
  const json = tryParseJson(body)
  const chunks = Array.isArray(json) ? (json as unknown[]) : [json]
  if (chunks.length > 0 && chunks.every(isResponse)) return { kind: 'response', chunks: chunks as object[] }
  return { kind: 'failure', error: json === undefined ? notEventStreamError(body) : parseError(json) }
}

function notEventStreamError(body: string): AIError {
  const hint = isWebPage(body) ? 'a web page; check the base URL of the model' : 'no event stream'
  return new AIError('malformed_response', `The server responded with ${hint}: ${shownText(body.trim())}`)
}

/** Fields of a whole response: Chat Completions, Gemini, Responses and Bedrock, Anthropic. */
const responseFields = ['choices', 'candidates', 'output', 'content', 'usageMetadata']

function isResponse(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || ('error' in json && json.error)) return false
  return responseFields.some((name) => name in json)
}

/** Whether text between the events is an error after all: Vertex AI breaks off with one, in plain JSON without `data:`. */
export function isErrorBody(text: string): boolean {
  const json = text.includes('"error"') ? tryParseJson(text) : undefined
  const body: unknown = Array.isArray(json) ? json[0] : json
  return typeof body === 'object' && body !== null && 'error' in body
}
