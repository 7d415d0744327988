import { parseStreamingJson } from '@dreb/ai/normalize'

import type { AssistantTurn, Block, CallBlock, Conversation, Turn, TurnStatus, TurnTokens } from './conversation.ts'

/** What of a message of `@ai-zen/agents-core` is shown. */
export interface ShownMessage {
  role: string
  content?: string | readonly object[] | null
  status?: string
  finish_reason?: string | null
  reasoning_content?: string | null
  tool_calls?: readonly ShownCall[]
  tool_call_id?: string
  usage?: ShownUsage
}

interface ShownCall {
  id?: string
  function?: { name?: string; arguments?: string }
}

interface ShownUsage {
  prompt_tokens: number
  completion_tokens: number
  prompt_tokens_details?: { cached_tokens?: number | null } | null
}

/**
 * The conversation that an `@ai-zen/agents-core` agent is having. Its messages change in place; what comes out of here
 * does not.
 *
 * @param problems what went wrong, by the message it happened to.
 */
export function fromMessages(
  messages: readonly ShownMessage[],
  problems: ReadonlyMap<ShownMessage, string> = new Map(),
): Conversation {
  const results = new Map(
    messages.filter(({ role }) => role === 'tool').map((message) => [message.tool_call_id, message]),
  )
  return messages.flatMap((message): Turn[] => {
    if (message.role === 'user') return [{ kind: 'user', text: textOf(message.content) }]
    return message.role === 'assistant' ? [assistantTurn(message, results, problems.get(message))] : []
  })
}

type Results = ReadonlyMap<string | undefined, ShownMessage>

function assistantTurn(message: ShownMessage, results: Results, problem: string | undefined): AssistantTurn {
  const { reasoning_content, tool_calls = [], usage } = message
  const status = statusOf(message)
  const text = textOf(message.content)
  const thinking: Block[] = reasoning_content ? [{ kind: 'thinking', text: reasoning_content }] : []
  // A failed message holds the error where its text was.
  const said: Block[] = text === '' || text === problem ? [] : [{ kind: 'text', text }]
  return {
    kind: 'assistant',
    blocks: [...thinking, ...said, ...tool_calls.map((call) => callBlock(call, status, results))],
    status,
    ...(problem !== undefined && { problem }),
    ...(usage && { tokens: tokensOf(usage) }),
  }
}

function statusOf({ status, finish_reason }: ShownMessage): TurnStatus {
  if (status === 'error') return 'failed'
  if (status === 'aborted') return 'aborted'
  if (status === 'pending' || status === 'writing') return 'streaming'
  return finish_reason === 'length' ? 'cut' : 'done'
}

function callBlock({ id = '', function: called }: ShownCall, turn: TurnStatus, results: Results): CallBlock {
  const head = { kind: 'call', id, name: called?.name ?? '', args: tidy(called?.arguments ?? '') } as const
  const result = results.get(id)
  if (!result && turn === 'streaming') return { ...head, args: head.args === '{}' ? '' : head.args, state: 'arriving' }
  if (!result) return { ...head, state: turn === 'done' ? 'running' : 'dropped' }
  if (result.status === 'pending' || result.status === 'writing') return { ...head, state: 'running' }
  const isFailed = result.status === 'error' || result.status === 'aborted'
  return { ...head, state: isFailed ? 'failed' : 'done', result: textOf(result.content) }
}

/** JSON in the layout that is shown, as much of it as has arrived. */
function tidy(json: string): string {
  return json === '' ? '' : JSON.stringify(parseStreamingJson(json), null, 2)
}

function tokensOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: ShownUsage): TurnTokens {
  const cached = prompt_tokens_details?.cached_tokens ?? 0
  return { input: prompt_tokens - cached, output: completion_tokens, cached }
}

function textOf(content: ShownMessage['content']): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => ('text' in part ? String(part.text) : '[attachment]')).join('\n')
}
