import { Agent as PluginAgent } from '@ai-zen/agents-core'
import { Agent as LoopAgent } from '@dreb/agent-core'
import { createOpenAIClient, type Model, stream, type StreamOptions, streamSimple } from '@dreb/ai'
import { createProxyHandler } from '@dreb/ai/proxy'
import { recordFetch } from '@dreb/ai/testing'

import { printed } from './leaks.ts'

/** A request with secrets in it. */
export interface SecretRequest {
  model: Model
  options: StreamOptions & Record<string, unknown>
}

/** A way for a text to leave the libraries. Gives all that came out of a request. */
export type Outlet = (request: SecretRequest) => Promise<string>

const context = { messages: [{ role: 'user' as const, content: 'Hello', timestamp: 1 }] }

/** Every way out, by name. */
export const outlets: readonly (readonly [string, Outlet])[] = [
  ['the events of a stream', ofStream],
  ['a recording', ofRecording],
  ['the proxy', ofProxy],
  ['the client that looks like that of OpenAI', ofClient],
  ['the agent of @dreb/agent-core', ofLoopAgent],
  ['the agent of @ai-zen/agents-core', ofPluginAgent],
]

async function ofStream({ model, options }: SecretRequest): Promise<string> {
  const seen: unknown[] = []
  const onWarning = (code: string, message: string) => void seen.push({ code, message })
  const events = stream(model, context, { ...options, onWarning })
  for await (const event of events) seen.push(event)
  return printed([seen, await events.result()])
}

async function ofRecording({ model, options }: SecretRequest): Promise<string> {
  const fetch = recordFetch()
  await stream(model, context, { ...options, fetch }).result()
  const recording = fetch.recording({ name: 'attack', api: model.api })
  const bodies = recording.exchanges.flatMap(({ response }) => response.chunks)
  const bytes = bodies.map(({ text, base64 }) =>
    Buffer.from(text ?? base64 ?? '', text === undefined ? 'base64' : 'utf8'),
  )
  return `${printed(recording)}\n${Buffer.concat(bytes).toString('latin1')}`
}

async function ofProxy({ model, options }: SecretRequest): Promise<string> {
  const errors: unknown[] = []
  const { apiKey, ...rest } = options
  const handle = createProxyHandler({
    models: [model],
    authorize: () => true,
    getApiKey: () => apiKey,
    options: rest,
    onError: (error) => void errors.push(error),
  })
  const body = JSON.stringify({ model: { id: model.id }, context, options: {} })
  const response = await handle(new Request('http://proxy.example/api/stream', { method: 'POST', body }))
  return `${printed([...response.headers])}\n${await response.text()}`
}

async function ofClient({ model, options }: SecretRequest): Promise<string> {
  const client = createOpenAIClient(model, options)
  const ask = async (isStreaming: boolean): Promise<unknown> => {
    const body = { model: model.id, messages: [{ role: 'user' as const, content: 'Hello' }] }
    try {
      if (!isStreaming) return await client.chat.completions.create(body)
      const chunks: unknown[] = []
      for await (const chunk of await client.chat.completions.create({ ...body, stream: true })) chunks.push(chunk)
      return chunks
    } catch (error) {
      return error
    }
  }
  return `${printed(await ask(true))}\n${printed(await ask(false))}`
}

async function ofLoopAgent({ model, options }: SecretRequest): Promise<string> {
  const seen: unknown[] = []
  const agent = new LoopAgent({
    initialState: { model },
    streamFn: (asked, said, more) => streamSimple(asked, said, { ...more, ...options }),
    getApiKey: () => options.apiKey,
    streamRetries: 0,
    onWarning: (code: string, message: string) => void seen.push({ code, message }),
  })
  agent.subscribe((event) => void seen.push(event))
  await agent.prompt('Hello')
  const { error, messages } = agent.state
  return printed([seen, error, messages, agent.exportState()])
}

async function ofPluginAgent({ model, options }: SecretRequest): Promise<string> {
  const agent = new PluginAgent({ client: createOpenAIClient(model, options), model: model.id })
  const seen: unknown[] = []
  agent.events.on('error', (error: unknown) => void seen.push(error))
  const thrown: unknown = await agent.send('Hello').then(
    () => undefined,
    (error: unknown) => error,
  )
  return `${printed(agent.messages)}\n${printed(seen)}\n${printed(thrown)}`
}
