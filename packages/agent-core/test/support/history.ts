import { isFailed, type Message, streamSimple, toolCallsOf } from '@dreb/ai'

import type { Agent, AgentMessage } from '#src/index.ts'

import { chatAnswer, faultInChat } from '../../../ai/test/support/strict/openai-completions.ts'

export interface ChatBody {
  messages: { role: string }[]
}

/** What leaves for a provider of Chat Completions of such a conversation. */
export async function chatBodyOf({ state }: Agent, messages: readonly AgentMessage[]): Promise<ChatBody> {
  let body: ChatBody = { messages: [] }
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    body = JSON.parse(init?.body as string) as ChatBody
    return new Response(chatAnswer, { headers: { 'content-type': 'text/event-stream' } })
  }
  const target = { ...state.model, api: 'openai-completions', provider: 'openai', baseUrl: 'http://localhost/v1' }
  const context = {
    messages: messages.filter((message): message is Message => 'content' in message),
    tools: state.tools,
  }
  await streamSimple(target, context, { apiKey: 'k', fetch }).result()
  return body
}

/** What a strict vendor finds wrong with a conversation that goes on with a user message; undefined if nothing is. */
export async function faultInHistory(agent: Agent, messages = agent.state.messages): Promise<string | undefined> {
  const body = await chatBodyOf(agent, [...messages, { role: 'user', content: 'next', timestamp: 1 }])
  return body.messages.length === 0 ? 'nothing was sent' : faultInChat(body)
}

/** Ids of calls, of answers that were said to their end, that have no result in their place. */
export function unansweredCalls(messages: readonly AgentMessage[]): string[] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant' || isFailed(message)) return []
    const results = messages.slice(at + 1)
    const isAnswered = (id: string, place: number) => {
      const result = results[place]
      return result?.role === 'toolResult' && result.toolCallId === id
    }
    return toolCallsOf(message).flatMap(({ id }, place) => (isAnswered(id, place) ? [] : [id]))
  })
}
