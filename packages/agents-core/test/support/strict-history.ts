import type { AgentNS } from '#src/index.ts'

type WireMessage = Partial<AgentNS.Message>

const allowedKeys: ReadonlySet<string> = new Set([
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'reasoning_content',
])

/** What a strict server would refuse in a history; nothing when it is valid. */
export function problemsOf(messages: readonly WireMessage[]): string[] {
  return messages.flatMap((message, at) => [
    ...Object.keys(message)
      .filter((key) => !allowedKeys.has(key))
      .map((key) => `unknown key ${key}`),
    ...(message.role === 'tool' && !isAnswering(messages, at) ? [`result without call ${message.tool_call_id}`] : []),
    ...(message.role === 'assistant' ? problemsOfAnswer(messages, at) : []),
  ])
}

function isAnswering(messages: readonly WireMessage[], at: number): boolean {
  const before = messages.slice(0, at).findLast(({ role }) => role !== 'tool')
  return before?.tool_calls?.some(({ id }) => id === messages[at]?.tool_call_id) ?? false
}

function problemsOfAnswer(messages: readonly WireMessage[], at: number): string[] {
  const { tool_calls: calls = [], content, function_call } = messages[at] ?? {}
  const following = messages.slice(at + 1)
  const end = following.findIndex(({ role }) => role !== 'tool')
  const answered = following.slice(0, end === -1 ? undefined : end).map(({ tool_call_id }) => tool_call_id)
  const called = calls.map(({ id }) => id)
  return [
    ...(called.join() === answered.join() ? [] : [`calls ${called.join()} are answered by ${answered.join()}`]),
    ...(new Set(called).size === called.length ? [] : [`an id twice in ${called.join()}`]),
    ...(calls.length === 0 && !function_call && !content?.length ? ['an empty answer'] : []),
    ...calls.flatMap(problemsOfCall),
  ]
}

function problemsOfCall(call: AgentNS.ToolCall): string[] {
  const { id = '', type, function: fn } = call
  return [
    ...(id !== '' && id.length <= 40 ? [] : [`id ${id}`]),
    ...(type === 'function' && fn?.name ? [] : ['a call without type or name']),
    ...('index' in call ? ['index in a call'] : []),
    ...(isObject(fn?.arguments ?? '') ? [] : [`arguments ${fn?.arguments}`]),
  ]
}

function isObject(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
