import { isFailed, type Message } from '@dreb/ai'

import { askForList, askHook } from '../run/call-hook.ts'
import { isStandard } from '../run/freeze-message.ts'
import type { Run } from '../run/run.ts'
import type { AgentMessage } from '../types/agent-message.ts'

/**
 * Lets `beforeLlmCall` replace the conversation and the model, both or neither.
 *
 * @throws HookFailure
 */
export async function settleContext(run: Run): Promise<void> {
  const { hooks, context, grace } = run
  if (!hooks.beforeLlmCall || grace.signal.aborted) return
  const snapshot = { ...context, messages: [...context.messages], tools: [...context.tools] }
  const replaced = await askHook(grace, () => hooks.beforeLlmCall?.(snapshot, grace.signal))
  if (!replaced || grace.signal.aborted) return
  const { messages } = replaced
  if (messages) context.messages = [...(await askForList(grace, 'beforeLlmCall', () => messages))]
  if (replaced.model) run.model = replaced.model
}

/**
 * The messages of the next request: the conversation, transformed and converted. A list of its own, which does not grow
 * with the conversation.
 *
 * @throws HookFailure
 */
export async function prepareMessages(run: Run): Promise<Message[]> {
  const { config, hooks, context, grace } = run
  const { transformContext } = hooks
  const messages = transformContext
    ? await askForList(grace, 'transformContext', () => transformContext([...context.messages], grace.signal))
    : context.messages
  const converted = await askForList(grace, 'convertToLlm', () => config.convertToLlm(messages))
  return converted.filter(isSent)
}

/** Answers that failed stay in the conversation for people to see; a model never sees them. */
function isSent(message: Message): boolean {
  return message.role !== 'assistant' || !isFailed(message)
}

/** The default of `convertToLlm`: messages of the kinds a model understands. */
export function onlyStandard(messages: readonly AgentMessage[]): Message[] {
  return messages.filter(isStandard)
}
