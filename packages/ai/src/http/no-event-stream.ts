import { AIError } from '../errors/ai-error.ts'
import { parseError } from '../errors/parse-error.ts'
import { parseJson } from '../values/json.ts'

/** The failure in a body without any event: a plain JSON error, or a page from something that is not the API. */
export function notEventStreamError(body: string): AIError {
  const json = parseJson(body)
  if (json !== undefined && !isAnswer(json)) return parseError(json)
  const isPage = /<(!doctype|html)/i.test(body)
  const hint = isPage ? 'a web page; check the base URL of the model' : 'no event stream'
  return new AIError('malformed_response', `The server answered with ${hint}: ${body.trim().slice(0, 300)}`)
}

/** Whether a body is the whole answer of a server that does not stream. Sending the request again would not change that. */
function isAnswer(json: unknown): boolean {
  const answers = ['choices', 'candidates', 'output', 'content']
  return (
    typeof json === 'object' &&
    json !== null &&
    !('error' in json && json.error) &&
    answers.some((name) => name in json)
  )
}

/** Whether text between the events is an error after all: Vertex AI breaks off with one, in plain JSON without `data:`. */
export function isErrorBody(text: string): boolean {
  const json = text.includes('"error"') ? parseJson(text) : undefined
  const body: unknown = Array.isArray(json) ? json[0] : json
  return typeof body === 'object' && body !== null && 'error' in body
}
