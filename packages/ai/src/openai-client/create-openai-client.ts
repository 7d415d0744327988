import type { OpenAI } from 'openai'

import { AIError } from '../errors/ai-error.ts'
import type { Model } from '../message/model.ts'
import type { OpenAIClientOptions } from './options.ts'

type Create = (body: unknown, options?: { signal?: AbortSignal | null }) => Promise<unknown>

/**
 * Any model of this library behind the interface of the official `OpenAI` client: code that was written for
 * `client.chat.completions.create`, streaming or not, runs on Anthropic, Gemini, Bedrock and the rest.
 *
 * A request whose `model` is empty or the id of `model` goes there; another id is looked up at the same provider. What
 * else the official client can do throws an `AIError` `unsupported` when it is called. Fields of a request that the API
 * of the model has no place for (`stop`, `response_format`, …) are left out, and `onWarning` names them; servers of Chat
 * Completions get them as they are.
 *
 * @example
 * const agent = new Agent({ client: createOpenAIClient(getModel('anthropic', 'claude-sonnet-4-6')), model: 'claude-sonnet-4-6' })
 */
export function createOpenAIClient(model: Model, options: OpenAIClientOptions = {}): OpenAI {
  let loaded: Promise<Create> | undefined
  const load = () =>
    import('./completions.ts').then(({ createCompletions }) => createCompletions(model, options) as Create)
  const create: Create = async (body, requestOptions) => (await (loaded ??= load()))(body, requestOptions)
  const completions = withUnsupported({ create }, 'chat.completions')
  return asOpenAI(withUnsupported({ chat: withUnsupported({ completions }, 'chat') }, ''))
}

/** The one place that claims to be the official client. The tests hold the part that is there to its types. */
function asOpenAI(client: object): OpenAI {
  return client as OpenAI
}

/** Everything that is missing is a function that throws when it is called, and not before: inspectors look at anything. */
function withUnsupported(present: object, path: string): object {
  return new Proxy(present, {
    get: (target, key) => (typeof key === 'symbol' || key in target ? Reflect.get(target, key) : missing(path, key)),
  })
}

function missing(path: string, key: string): unknown {
  // A promise would take the client for one of its own; JSON would call it.
  if (key === 'then' || key === 'toJSON') return undefined
  const name = path === '' ? key : `${path}.${key}`
  const refuse = () => {
    throw new AIError('unsupported', `This client does not implement ${name}, only chat.completions.create`)
  }
  return withUnsupported(refuse, name)
}
