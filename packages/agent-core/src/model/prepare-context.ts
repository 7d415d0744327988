import type { Message, UserMessage } from '@dreb/ai'

import { assertDistinctNames } from '../run/assert-config.ts'
import { expectList } from '../run/expect-list.ts'
import { frozenMessage, isStandard } from '../run/freeze-message.ts'
import { isKnownContent, knownContent } from '../run/known-content.ts'
import type { ModelRequest } from '../run/model-request.ts'
import { isSettled } from '../run/resume-point.ts'
import type { Run } from '../run/run.ts'
import type { BeforeLlmCallResult } from '../types/agent-hooks.ts'
import type { AgentMessage } from '../types/agent-message.ts'

/**
 * Lets `beforeLlmCall` replace parts of the context and the model: all that it gives, or nothing.
 *
 * @throws what the hook throws, TypeError or AIError for what cannot be used
 */
export async function settleContext(run: Run): Promise<void> {
  const { config, context, scope } = run
  const { beforeLlmCall } = config
  if (!beforeLlmCall) return
  const snapshot = { ...context, messages: [...context.messages], tools: [...context.tools] }
  const replaced = await scope.step(() => beforeLlmCall(snapshot, scope.signal))
  if (!replaced) return
  const { model, ...parts } = checkedReplacement(replaced)
  Object.assign(context, parts)
  if (model) run.model = model
}

/**
 * What `beforeLlmCall` gave, with lists of its own.
 *
 * @throws TypeError for what is no list, AIError `invalid_request` for two tools of one name
 */
export function checkedReplacement({ messages, model, tools, systemPrompt }: BeforeLlmCallResult): BeforeLlmCallResult {
  if (tools) assertDistinctNames(expectList(tools, 'beforeLlmCall', 'tools'))
  return {
    ...(messages && { messages: expectList<AgentMessage>(messages, 'beforeLlmCall', 'messages').map(frozenMessage) }),
    ...(model && { model }),
    ...(tools && { tools }),
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
  }
}

/** The next request: the conversation, transformed and converted, in a list that does not grow with it. */
export async function prepareRequest(run: Run): Promise<ModelRequest> {
  const { config, context, scope } = run
  const { transformContext, convertToLlm } = config
  const messages = transformContext
    ? await scope.step(() => transformContext([...context.messages], scope.signal))
    : context.messages
  const transformed = expectList<AgentMessage>(messages, 'transformContext', 'messages')
  const converted = expectList<Message>(await scope.step(() => convertToLlm(transformed)), 'convertToLlm', 'messages')
  const sent = converted.filter(isSent).map((message) => readable(run, message))
  const { model } = run
  const { systemPrompt, tools } = context
  return { model, context: { systemPrompt, messages: sent, tools }, maxTokens: config.maxTokens || model.maxTokens }
}

/** Responses that failed stay in the conversation for people to see; a model never sees them. */
function isSent(message: Message): boolean {
  return message.role !== 'assistant' || isSettled(message)
}

/** Readable forms of messages that hold something else than text and images. */
const readableForms = new WeakMap<Message, Message>()

/** A message as a model can read it: the same object, unless its content is of a kind that no model knows. */
function readable({ warn }: Run, message: Message): Message {
  if (message.role === 'assistant' || typeof message.content === 'string') return message
  const known = readableForms.get(message)
  if (known) return known
  const blocks: unknown = message.content
  const list = Array.isArray(blocks) ? (blocks as unknown[]) : [blocks]
  if (list === blocks && isKnownContent(list)) return message
  const { content, unknown } = knownContent(list)
  warn('unknown_content', `A ${message.role} message holds content that models do not know: ${unknown.join(', ')}`)
  const form = { ...message, content: content as UserMessage['content'] } as Message
  if (Object.isFrozen(message)) readableForms.set(message, form)
  return form
}

/** The default of `convertToLlm`: messages of the kinds a model understands. */
export function onlyStandard(messages: readonly AgentMessage[]): Message[] {
  return messages.filter(isStandard)
}
