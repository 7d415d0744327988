import type { AssistantMessageEvent, Model } from '@dreb/ai'

import type { Tally } from '../task.ts'
import type { Wire } from '../wire.ts'

const facts = {
  id: 'bench',
  name: 'bench',
  reasoning: false,
  input: ['text'] as Model['input'],
  cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
  contextWindow: 1_000_000,
  maxTokens: 1024,
}

/** A model that the server plays. */
export function modelAt(url: string, wire: Wire): Model {
  if (wire === 'anthropic') return { ...facts, api: 'anthropic-messages', provider: 'anthropic', baseUrl: url }
  return { ...facts, api: 'openai-completions', provider: 'openai', baseUrl: `${url}/v1` }
}

/** Counts a delta, and reads the arguments so far at each, as a user interface would. */
export function count(event: AssistantMessageEvent, tally: Tally): void {
  if (event.type === 'text_delta') tally.text += event.delta.length
  if (event.type !== 'toolcall_delta') return
  tally.args += event.delta.length
  const call = event.partial.content[event.contentIndex]
  const { content } = call?.type === 'toolCall' ? call.arguments : {}
  if (typeof content === 'string' && content.length > tally.args) throw new Error('more arguments than were sent')
}
