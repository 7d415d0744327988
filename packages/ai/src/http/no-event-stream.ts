import { AIError } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { isRecord } from '../values/is-record.ts'
import { tryParseJson } from '../values/json.ts'

/** The failure in a body without any event: a plain JSON error, or a page from something that is not the API. */
export function notEventStreamError(body: string): AIError {
  const json = tryParseJson(body)
  if (json !== undefined && !isResponse(json)) return parseError(json)
  const isPage = /<(!doctype|html)/i.test(body)
  const hint = isPage ? 'a web page; check the base URL of the model' : 'no event stream'
  return new AIError('malformed_response', `The server responded with ${hint}: ${body.trim().slice(0, 300)}`)
}

/** The body as JSON, if it is the response of a server that does not stream; undefined for an error and other text. */
export function responseDocument(body: string): unknown {
  const json = tryParseJson(body)
  return isResponse(json) ? json : undefined
}

/** Whether a body is the whole response of a server that does not stream. Sending the request again changes nothing. */
function isResponse(json: unknown): boolean {
  const contents = ['choices', 'candidates', 'output', 'content']
  return isRecord(json) && !json['error'] && contents.some((name) => Object.hasOwn(json, name))
}

/** Whether text between the events is an error after all: Vertex AI breaks off with one, in plain JSON without `data:`. */
export function isErrorBody(text: string): boolean {
  const json = text.includes('"error"') ? tryParseJson(text) : undefined
  const body: unknown = Array.isArray(json) ? json[0] : json
  return isRecord(body) && Object.hasOwn(body, 'error')
}
