import { type AssistantMessage, complete, type Context, type Message, type Model, toolCallsOf } from '@dreb/ai'

import type { AnsweringTool } from './tools.ts'

/** A conversation to be held. */
export interface Plan {
  model: Model
  prompts: readonly string[]
  systemPrompt: string | undefined
  tools: readonly AnsweringTool[]
  fetch: typeof fetch
}

/** Requests that one prompt may lead to; a model that keeps calling tools is stopped there. */
const maxRequests = 20

/**
 * Says the prompts to a model, runs the tools it calls, and gives the whole conversation.
 *
 * @throws Error with what the provider said, if a request failed.
 */
export async function converse(plan: Plan): Promise<Message[]> {
  const messages: Message[] = []
  for (const prompt of plan.prompts) {
    messages.push({ role: 'user', content: prompt, timestamp: Date.now() })
    await answer(plan, messages)
  }
  return messages
}

async function answer(plan: Plan, messages: Message[]): Promise<void> {
  for (let count = 0; count < maxRequests; count++) {
    const message = await ask(plan, messages)
    messages.push(message)
    if (message.stopReason !== 'toolUse') return
    messages.push(...resultsOf(message, plan.tools))
  }
  throw new Error(`The model still calls tools after ${maxRequests} requests; nothing was written`)
}

async function ask(
  { model, systemPrompt, tools, fetch }: Plan,
  messages: readonly Message[],
): Promise<AssistantMessage> {
  const context: Context = {
    messages: [...messages],
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(tools.length > 0 && { tools: tools.map(({ answer: _answer, ...tool }) => tool) }),
  }
  const message = await complete(model, context, { fetch, maxRetries: 0 })
  if (message.stopReason !== 'error') return message
  throw new Error(`${model.provider} did not answer: ${message.errorMessage ?? 'unknown reason'}`)
}

function resultsOf(message: AssistantMessage, tools: readonly AnsweringTool[]): Message[] {
  return toolCallsOf(message).map(({ id, name }) => {
    const tool = tools.find((one) => one.name === name)
    const text = tool?.answer ?? `Tool ${name} not found`
    const content = [{ type: 'text' as const, text }]
    return { role: 'toolResult', toolCallId: id, toolName: name, content, isError: !tool, timestamp: Date.now() }
  })
}
