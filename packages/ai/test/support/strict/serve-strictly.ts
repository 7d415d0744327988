import { type ReceivedRequest, type Reply, serve, type TestServer } from '../serve.ts'
import { anthropicAnswer, faultInAnthropic } from './anthropic-messages.ts'
import { faultInGoogle, googleAnswer } from './google.ts'
import { faultInMistral, mistralAnswer } from './mistral.ts'
import { chatAnswer, type ChatRules, faultInChat } from './openai-completions.ts'
import { faultInResponses, responsesAnswer } from './openai-responses.ts'

/** A server that refuses what OpenAI and its strictest followers refuse, and answers `ok` to the rest. */
export function serveChat(rules: ChatRules = {}): Promise<TestServer> {
  return serve(({ json }) => {
    const message = faultInChat(json, rules)
    const error = { message, type: 'invalid_request_error', param: null, code: null }
    return message === undefined ? { body: chatAnswer } : refusal({ error })
  })
}

/** A server that refuses what Anthropic refuses, and answers `ok` to the rest. */
export function serveAnthropic(): Promise<TestServer> {
  return serve(({ json }) => {
    const message = faultInAnthropic(json)
    const error = { type: 'invalid_request_error', message }
    return message === undefined ? { body: anthropicAnswer } : refusal({ type: 'error', error })
  })
}

/** A server that refuses what the Responses API refuses, and answers `ok` to the rest. */
export function serveResponses(path = '/v1/responses'): Promise<TestServer> {
  return serve(({ method, url, json }) => {
    const message = method === 'POST' && url === path ? faultInResponses(json) : `Invalid URL (${method} ${url})`
    const error = { message, type: 'invalid_request_error', param: null, code: null }
    return message === undefined ? { body: responsesAnswer } : refusal({ error })
  })
}

/** A server that refuses what the Gemini API refuses, and answers `ok` to the rest. */
export function serveGoogle(): Promise<TestServer> {
  return serve((request) => {
    const message = faultInGoogleRequest(request)
    const error = { code: 400, message, status: 'INVALID_ARGUMENT' }
    return message === undefined ? { body: googleAnswer } : refusal({ error })
  })
}

function faultInGoogleRequest({ method, url, json }: ReceivedRequest): string | undefined {
  const [, id] = /\/models\/([^/:]+):streamGenerateContent\?alt=sse$/.exec(url) ?? []
  return method === 'POST' && id ? faultInGoogle(id, json) : `no such method: ${method} ${url}`
}

/** A server that refuses what Mistral refuses, and answers `ok` to the rest. */
export function serveMistral(): Promise<TestServer> {
  return serve(({ method, url, json }) => {
    const isRoute = method === 'POST' && url === '/v1/chat/completions'
    const message = isRoute ? faultInMistral(json) : `no such route: ${url}`
    const error = { object: 'error', message, type: 'invalid_request_error', param: null, code: '3230' }
    return message === undefined ? { body: mistralAnswer } : refusal(error)
  })
}

function refusal(body: object): Reply {
  return { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
