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

/** What a provider wants beyond what all want. */
export interface ChatRules {
  /** Which ids of calls are legal. Default: at most 40 characters, as OpenAI has it. */
  callId?: RegExp
  /** Which names of calls are legal. Default: as OpenAI has it. */
  callName?: RegExp
  /** Turns of the assistant must have `reasoning_content`. */
  reasoningContent?: boolean
  /** A tool message must name its tool. */
  resultName?: boolean
  /** A user message may not follow a tool message. */
  assistantAfterResult?: boolean
}

/** A good response of one word. */
export const chatAnswer = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }],
})}\n\ndata: [DONE]\n\n`

/** What is wrong with a request body; undefined if nothing is. */
export function faultInChat(body: unknown, rules: ChatRules = {}): string | undefined {
  if (!isObject(body)) return 'The body is not an object'
  const { messages } = body
  if (typeof body['model'] !== 'string' || body['stream'] !== true) return 'model and stream are required'
  if (!Array.isArray(messages) || messages.length === 0) return "[] is too short - 'messages'"
  return (
    faultInUnicode(body) ??
    unknownField('body', body, bodyFields) ??
    faultInLimit(body) ??
    faultInTools(body) ??
    firstFault(messages as Json[], (message) => faultInMessage(message, rules)) ??
    firstFault(messages as Json[], (_, at) => faultInRound(messages as Json[], at, rules))
  )
}

const bodyFields = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'store',
  'max_completion_tokens',
  'max_tokens',
  'temperature',
  'tools',
  'tool_choice',
  'reasoning_effort',
  'reasoning',
  'enable_thinking',
  'chat_template_kwargs',
  'thinking',
  'prompt_cache_key',
  'provider',
  'providerOptions',
]

function faultInLimit({ max_tokens, max_completion_tokens }: Json): string | undefined {
  if (max_tokens !== undefined && max_completion_tokens !== undefined) return 'Setting both limits is not supported'
  const limit = max_tokens ?? max_completion_tokens
  return limit === undefined || (Number.isInteger(limit) && Number(limit) > 0)
    ? undefined
    : `Invalid limit ${JSON.stringify(limit)}`
}

function faultInTools({ tools, tool_choice }: Json): string | undefined {
  if (tools === undefined) return tool_choice === undefined ? undefined : 'tool_choice is only allowed with tools'
  if (!Array.isArray(tools) || tools.length === 0) return "[] is too short - 'tools'"
  return firstFault(tools as Json[], (tool) => {
    const definition = tool['function']
    if (tool['type'] !== 'function' || !isObject(definition)) return 'a tool must be a function'
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(definition['name']))) return `tool name ${String(definition['name'])}`
    const known = ['name', 'description', 'parameters', 'strict']
    return faultInParameters(definition['parameters']) ?? unknownField('tool', definition, known)
  })
}

const messageFields: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  developer: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_details'],
  tool: ['role', 'tool_call_id', 'name', 'content'],
}

function faultInMessage(message: Json, rules: ChatRules): string | undefined {
  const role = String(message['role'])
  const fields = messageFields[role]
  if (!fields) return `unknown role ${role}`
  const unknown = unknownField(role, message, fields)
  if (unknown !== undefined) return unknown
  if (role === 'assistant') return faultInAssistant(message, rules)
  if (role === 'tool') return faultInResult(message, rules)
  return faultInContent(role, message['content'])
}

function faultInContent(role: string, content: unknown): string | undefined {
  if (typeof content === 'string') return isBlank(content) ? `the content of a ${role} message is empty` : undefined
  if (!Array.isArray(content) || content.length === 0) return `the content of a ${role} message is empty`
  return firstFault(content as Json[], faultInPart)
}

function faultInPart(part: Json): string | undefined {
  if (part['type'] === 'text') {
    return isBlank(part['text'])
      ? 'a text part is empty'
      : unknownField('part', part, ['type', 'text', 'cache_control'])
  }
  const image = part['image_url']
  const isImage =
    part['type'] === 'image_url' && isObject(image) && /^data:image\/\w+;base64,./.test(String(image['url']))
  return isImage ? undefined : `unknown part ${JSON.stringify(part)}`
}

function faultInAssistant(message: Json, rules: ChatRules): string | undefined {
  const { content, tool_calls: calls, reasoning_content: reasoning } = message
  if (rules.reasoningContent && typeof reasoning !== 'string')
    return 'The reasoning_content must be passed back to the API'
  if (calls === undefined) return faultInContent('assistant', content)
  if (!Array.isArray(calls) || calls.length === 0) return "[] is too short - 'tool_calls'"
  const fault = content === null || content === '' ? undefined : faultInContent('assistant', content)
  return fault ?? firstFault(calls as Json[], (call) => faultInCall(call, rules))
}

function faultInCall(
  call: Json,
  { callId = /^.{1,40}$/s, callName = /^[a-zA-Z0-9_-]{1,64}$/ }: ChatRules,
): string | undefined {
  const { id, type, function: called } = call
  if (type !== 'function' || !isObject(called)) return 'a call without a function'
  if (!callName.test(String(called['name']))) return `Invalid function name ${String(called['name'])}`
  if (!callId.test(String(id))) return `Invalid tool call id ${String(id)}`
  return isObject(parse(called['arguments']))
    ? undefined
    : `arguments are no JSON object: ${String(called['arguments'])}`
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    return undefined
  }
}

function faultInResult({ content, name }: Json, { resultName }: ChatRules): string | undefined {
  if (resultName && isBlank(name)) return 'a tool message without a name'
  return typeof content === 'string' && content !== '' ? undefined : 'the content of a tool message is empty'
}

/** The messages of tools right behind an assistant turn answer its calls; there are none elsewhere. */
function faultInRound(messages: readonly Json[], at: number, rules: ChatRules): string | undefined {
  const { role, tool_calls: calls } = messages[at] ?? {}
  if (role === 'tool') return undefined
  const results = followingResults(messages, at + 1)
  const next = messages[at + 1 + results.length]
  if (rules.assistantAfterResult && results.length > 0 && next?.['role'] === 'user') return 'user after tool'
  const ids = ((calls ?? []) as Json[]).map(({ id }) => String(id))
  return faultInPairing(
    ids,
    results.map((result) => String(result['tool_call_id'])),
  )
}

function followingResults(messages: readonly Json[], from: number): Json[] {
  const end = messages.findIndex(({ role }, at) => at >= from && role !== 'tool')
  return messages.slice(from, end < 0 ? undefined : end)
}
