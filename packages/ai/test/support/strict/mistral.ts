import {
  faultInPairing,
  faultInUnicode,
  firstFault,
  isBlank,
  isObject,
  type Json,
  unknownField,
  faultInParameters,
} from './checks.ts'

/** A good response of one word. */
export const mistralAnswer = `data: ${JSON.stringify({
  id: 'r1',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }],
})}\n\ndata: [DONE]\n\n`

const bodyFields = 'model messages stream max_tokens temperature tools tool_choice prompt_mode reasoning_effort'.split(
  ' ',
)

/** What is wrong with a request body; undefined if nothing is. */
export function faultInMistral(body: unknown): string | undefined {
  if (!isObject(body) || typeof body['model'] !== 'string' || body['stream'] !== true)
    return 'model and stream are required'
  const { messages, tools, tool_choice: choice, max_tokens: limit = 1 } = body
  if (!Array.isArray(messages) || messages.length === 0) return 'Conversation must have at least one message'
  if (!Number.isInteger(limit) || Number(limit) < 1) return 'max_tokens should be greater than 0'
  if (choice !== undefined && tools === undefined) return 'tool_choice without tools'
  return (
    faultInUnicode(body) ??
    unknownField('body', body, bodyFields) ??
    firstFault((tools ?? []) as Json[], faultInTool) ??
    firstFault(messages as Json[], faultInMessage) ??
    firstFault(
      messages as Json[],
      (_, at) => faultInOrder(messages as Json[], at) ?? faultInRound(messages as Json[], at),
    )
  )
}

function faultInTool({ type, function: fn }: Json): string | undefined {
  if (type !== 'function' || !isObject(fn)) return 'a tool without a function'
  const fault = faultInParameters(fn['parameters'])
  if (fault !== undefined) return fault
  return /^[\w-]{1,64}$/.test(String(fn['name']))
    ? undefined
    : 'Function name must be a-z, A-Z, 0-9, or contain underscores and dashes'
}

const messageFields: Readonly<Record<string, string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls'],
  tool: ['role', 'tool_call_id', 'name', 'content'],
}

function faultInMessage(message: Json): string | undefined {
  const role = String(message['role'])
  const fields = messageFields[role]
  if (!fields) return `unknown role ${role}`
  const { content, tool_calls: calls } = message
  if (role === 'assistant' && content === undefined && calls === undefined)
    return 'Assistant message must have either content or tool_calls, but not none.'
  return (
    unknownField(role, message, fields) ??
    (role === 'assistant' && content === undefined ? undefined : faultInContent(role, content)) ??
    (role === 'tool' ? faultInId(message['tool_call_id']) : firstFault((calls ?? []) as Json[], faultInCall))
  )
}

const partKinds: Readonly<Record<string, string[]>> = {
  system: ['text'],
  user: ['text', 'image_url'],
  assistant: ['text', 'thinking'],
  tool: ['text', 'image_url'],
}

function faultInContent(role: string, content: unknown): string | undefined {
  if (typeof content === 'string') return isBlank(content) ? `the content of a ${role} message is empty` : undefined
  if (!Array.isArray(content) || content.length === 0) return `the content of a ${role} message is empty`
  return firstFault(content as Json[], (part) => {
    const kind = String(part['type'])
    if (!partKinds[role]?.includes(kind)) return `Input tag '${kind}' found in a ${role} message`
    if (kind === 'text')
      return isBlank(part['text']) ? 'a text part is empty' : unknownField('part', part, ['type', 'text'])
    if (kind === 'thinking') return faultInThinking(part)
    return /^data:image\/\w+;base64,./.test(String(part['image_url'])) ? undefined : 'image_url is no data URL'
  })
}

function faultInThinking({ thinking }: Json): string | undefined {
  if (!Array.isArray(thinking) || thinking.length === 0) return 'thinking is no list'
  return firstFault(thinking as Json[], (part) => (isBlank(part['text']) ? 'a thought is empty' : undefined))
}

function faultInCall({ id, type, function: fn }: Json): string | undefined {
  if (type !== 'function' || !isObject(fn) || !/^[\w-]{1,64}$/.test(String(fn['name'])))
    return 'a call without a legal name'
  return faultInId(id) ?? (isObject(JSON.parse(String(fn['arguments']))) ? undefined : 'arguments are no object')
}

function faultInId(id: unknown): string | undefined {
  const isLegal = typeof id === 'string' && /^[a-zA-Z0-9]{9}$/.test(id)
  return isLegal ? undefined : `Tool call id was ${JSON.stringify(id)} but must be a-z, A-Z, 0-9, with a length of 9.`
}

const followers: Readonly<Record<string, string[]>> = {
  '': ['system', 'user'],
  system: ['system', 'user', 'assistant'],
  user: ['system', 'user', 'assistant'],
  assistant: ['user', 'assistant', 'tool'],
  tool: ['assistant', 'tool'],
}

function faultInOrder(messages: readonly Json[], at: number): string | undefined {
  const [before, role] = [roleOf(messages[at - 1]), roleOf(messages[at])]
  return followers[before]?.includes(role) ? undefined : `Unexpected role '${role}' after role '${before}'`
}

function roleOf(message: Json | undefined): string {
  return typeof message?.['role'] === 'string' ? message['role'] : ''
}

/** The messages of tools right behind an assistant turn answer its calls. */
function faultInRound(messages: readonly Json[], at: number): string | undefined {
  const { role, tool_calls: calls } = messages[at] ?? {}
  if (role !== 'assistant') return undefined
  const end = messages.findIndex((message, place) => place > at && message['role'] !== 'tool')
  const results = messages.slice(at + 1, end < 0 ? undefined : end)
  const ids = (list: readonly Json[], key: string) => list.map((item) => String(item[key]))
  return faultInPairing(ids((calls ?? []) as Json[], 'id'), ids(results, 'tool_call_id'))
}
