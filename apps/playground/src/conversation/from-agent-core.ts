import type { AgentMessage, AgentState } from '@dreb/agent-core'
import type { AssistantMessage, ToolCall, ToolResultMessage, UserMessage } from '@dreb/ai'

import type { AssistantTurn, Block, CallBlock, Conversation, Turn, TurnStatus } from './conversation.ts'

/** What of the state of an `@dreb/agent-core` agent is shown. */
export type ShownState = Pick<AgentState, 'messages' | 'streamMessage'>

/** The conversation that an `@dreb/agent-core` agent is having. */
export function fromAgentState({ messages, streamMessage }: ShownState): Conversation {
  const toolResults = messages.filter((message) => message.role === 'toolResult')
  const results = new Map(toolResults.map((message) => [message.toolCallId, message]))
  const turnOf = (message: AgentMessage, isStreaming: boolean): Turn[] => {
    if (message.role === 'user') return [{ kind: 'user', text: userText(message) }]
    if (message.role !== 'assistant') return []
    return [assistantTurn(message, isStreaming, (call) => callBlock(call, message, isStreaming, results))]
  }
  const settled = messages.flatMap((message) => turnOf(message, false))
  return streamMessage ? [...settled, ...turnOf(streamMessage, true)] : settled
}

function assistantTurn(
  message: AssistantMessage,
  isStreaming: boolean,
  toCall: (call: ToolCall) => CallBlock,
): AssistantTurn {
  const { content, usage, errorMessage } = message
  const blocks = content.map((block): Block => {
    if (block.type === 'text') return { kind: 'text', text: block.text }
    return block.type === 'thinking' ? { kind: 'thinking', text: block.thinking } : toCall(block)
  })
  // The words of a refusal are shown already.
  const isSaid = blocks.some((block) => block.kind === 'text' && block.text === errorMessage)
  const tokens = { input: usage.input + usage.cacheWrite, output: usage.output, cached: usage.cacheRead }
  return {
    kind: 'assistant',
    blocks,
    status: isStreaming ? 'streaming' : statusOf(message),
    ...(errorMessage !== undefined && !isSaid && { problem: errorMessage }),
    ...(usage.totalTokens > 0 && { tokens }),
  }
}

function statusOf({ stopReason }: AssistantMessage): TurnStatus {
  if (stopReason === 'error') return 'failed'
  if (stopReason === 'aborted') return 'aborted'
  return stopReason === 'length' ? 'cut' : 'done'
}

function callBlock(
  { id, name, arguments: args }: ToolCall,
  message: AssistantMessage,
  isStreaming: boolean,
  results: ReadonlyMap<string, ToolResultMessage>,
): CallBlock {
  const head = { kind: 'call', id, name, args: argsText(args, isStreaming) } as const
  const result = results.get(id)
  if (result) return { ...head, state: result.isError ? 'failed' : 'done', result: resultText(result) }
  if (isStreaming) return { ...head, state: 'arriving' }
  return { ...head, state: message.stopReason === 'toolUse' ? 'running' : 'dropped' }
}

function argsText(args: Record<string, unknown>, isStreaming: boolean): string {
  const isEmpty = Object.keys(args).length === 0
  return isEmpty && isStreaming ? '' : JSON.stringify(args, null, 2)
}

function userText({ content }: UserMessage): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n')
}

function resultText({ content }: ToolResultMessage): string {
  return content.map((part) => (part.type === 'text' ? part.text : '[image]')).join('\n')
}
