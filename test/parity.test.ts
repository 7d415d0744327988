// Both agents are asked the same, over the same recordings: they say, call and ask the same.
import { Agent as PluginAgent, CallbackTool, Message } from '@ai-zen/agents-core'
import { Agent as LoopAgent, type AgentTool } from '@dreb/agent-core'
import { createOpenAIClient, type Model, streamSimple } from '@dreb/ai'
import { replayFetch } from '@dreb/ai/testing'
import { type Fixture, type FixtureTool, load, names } from '@dreb/fixtures'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'

/** What an agent said and asked, without what is its own way of doing it. */
interface Account {
  texts: string[]
  calls: CallAccount[]
  /** As they were sent. */
  requests: WireRequest[]
}

interface CallAccount {
  id: string
  name: string
  args: unknown
}

/** A request after the projection of decision 49. */
interface RequestAccount {
  model: string
  messages: { role: string; content: string; calls: CallAccount[]; answers: string | undefined }[]
  tools: { name: string; description: string; parameters: unknown }[]
}

/** Recordings in which a request fails and one agent, by its document, asks again where the other does not. */
const differently: ReadonlySet<string> = new Set(['length-in-tool-call', 'dropped-stream', 'error-in-stream'])

const chat = names('openai-completions')
const isPlayedAlike = (name: string) => !differently.has(name.split('/')[1] ?? '')

describe('the two agents', () => {
  it.each(chat.filter(isPlayedAlike))('say, call and ask the same over %s', async (name) => {
    const { loop, plugin } = await playBoth(name)
    expect(plugin.texts).toEqual(loop.texts)
    expect(plugin.calls).toEqual(loop.calls)
    expect(loop.requests).toHaveLength(load(name).exchanges.length)
    expect(plugin.requests.map(projectRequest)).toEqual(loop.requests.map(projectRequest))
  })

  it.each(chat.filter((name) => !isPlayedAlike(name)))(
    'ask the same at first over %s, where one of them asks again',
    async (name) => {
      const { loop, plugin } = await playBoth(name)
      const [first] = loop.requests.map(projectRequest)
      expect(first?.messages).toEqual([{ role: 'user', content: load(name).prompts[0], calls: [] }])
      expect(plugin.requests.map(projectRequest)[0]).toEqual(first)
    },
  )

  it.each(names('anthropic-messages').filter(isPlayedAlike))(
    'say and call the same over %s, one of them on a client that looks like that of OpenAI',
    async (name) => {
      const { loop, plugin } = await playBoth(name)
      expect(plugin.texts).toEqual(loop.texts)
      expect(plugin.calls).toEqual(loop.calls)
      expect(plugin.requests).toHaveLength(loop.requests.length)
    },
  )
})

async function playBoth(name: string): Promise<Record<'loop' | 'plugin', Account>> {
  return { loop: await playLoop(load(name)), plugin: await playPlugin(load(name)) }
}

async function playLoop(fixture: Fixture): Promise<Account> {
  const { fetch, requests } = listen(fixture)
  const agent = new LoopAgent({
    initialState: {
      systemPrompt: fixture.systemPrompt ?? '',
      model: modelOf(fixture),
      tools: fixture.tools.map(loopTool),
    },
    streamFn: (model, context, options) => streamSimple(model, context, { ...options, fetch }),
    getApiKey: () => 'none',
    streamRetryBaseDelayMs: 1,
  })
  for (const prompt of fixture.prompts) await agent.prompt(prompt)
  const blocks = agent.state.messages.flatMap((message) => (message.role === 'assistant' ? message.content : []))
  return {
    texts: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
    calls: blocks.flatMap((block) =>
      block.type === 'toolCall' ? [{ id: block.id, name: block.name, args: block.arguments }] : [],
    ),
    requests,
  }
}

async function playPlugin(fixture: Fixture): Promise<Account> {
  const { fetch, requests } = listen(fixture)
  const agent = new PluginAgent({
    client: clientOf(fixture, fetch),
    model: fixture.model,
    tools: fixture.tools.map(pluginTool),
  })
  if (fixture.systemPrompt !== undefined) agent.append(Message.System(fixture.systemPrompt))
  for (const prompt of fixture.prompts) await agent.send(prompt)
  const answers = agent.messages.filter(({ role }) => role === 'assistant')
  return {
    texts: answers.map(({ content }) => contentText(content)).filter((text) => text !== ''),
    calls: answers.flatMap(({ tool_calls = [] }) => tool_calls.map(projectCall)),
    requests,
  }
}

function clientOf(fixture: Fixture, fetch: typeof globalThis.fetch): OpenAI {
  const model = modelOf(fixture)
  if (model.api !== 'openai-completions') return createOpenAIClient(model, { apiKey: 'none', fetch })
  return new OpenAI({ apiKey: 'none', baseURL: model.baseUrl, fetch, maxRetries: 0 })
}

function listen(fixture: Fixture): { fetch: typeof fetch; requests: WireRequest[] } {
  // Whatever is asked, the answers are those of the recording: the requests are compared with each other.
  const exchanges = fixture.exchanges.map(({ request: { method, url }, response }) => ({
    request: { method, url },
    response,
  }))
  const replay = replayFetch({ ...fixture, exchanges })
  const requests: WireRequest[] = []
  const listening = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    requests.push((await new Request(input, init).json()) as WireRequest)
    return replay(input, init)
  }
  return { fetch: listening, requests }
}

function modelOf({ model, api }: Fixture): Model {
  return {
    id: model,
    name: model,
    api,
    provider: 'recording',
    baseUrl: api === 'openai-completions' ? 'https://api.made.example/v1' : 'https://api.made.example',
    reasoning: true,
    input: ['text'],
    cost: {},
    contextWindow: 128_000,
    maxTokens: 4096,
  }
}

function loopTool(tool: FixtureTool): AgentTool {
  const { name, description, parameters } = tool
  const execute: AgentTool['execute'] = async (id) => ({ content: [{ type: 'text', text: resultOf(tool, id) }] })
  return { name, label: name, description, parameters, execute }
}

function pluginTool(tool: FixtureTool): CallbackTool {
  const { name, description, parameters } = tool
  const callback = (_args: unknown, ctx: { tool_call: { id?: string | undefined } }) => resultOf(tool, ctx.tool_call.id)
  return new CallbackTool({ function: { name, description, parameters }, callback })
}

/** Failures are told in words of each agent's own, so here they are results like any other. */
function resultOf({ results }: FixtureTool, id = ''): string {
  return results[id]?.text ?? ''
}

interface WireRequest {
  model: string
  messages: {
    role: string
    content?: string | { text?: string }[] | null
    tool_calls?: WireCall[]
    tool_call_id?: string
  }[]
  tools?: { function: RequestAccount['tools'][number] }[]
}

interface WireCall {
  id?: string
  function?: { name?: string; arguments?: string }
}

function projectRequest({ model, messages, tools = [] }: WireRequest): RequestAccount {
  return {
    model,
    messages: messages.map(({ role, content, tool_calls = [], tool_call_id }) => ({
      // Reasoning models take the system prompt from the developer; it is the same message.
      role: role === 'developer' ? 'system' : role,
      content: contentText(content),
      calls: tool_calls.map(projectCall),
      answers: tool_call_id,
    })),
    tools: tools.map(({ function: { name, description, parameters } }) => ({ name, description, parameters })),
  }
}

function projectCall({ id = '', function: called }: WireCall): CallAccount {
  return { id, name: called?.name ?? '', args: argsOf(called?.arguments ?? '{}') }
}

/** Arguments that were cut are compared as they came. */
function argsOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function contentText(content: string | readonly object[] | null | undefined): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => ('text' in part ? String(part.text) : '')).join('')
}
