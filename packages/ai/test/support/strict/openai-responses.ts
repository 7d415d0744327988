import { faultInParameters, faultInUnicode, firstFault, isBlank, isObject, type Json, unknownField } from './checks.ts'

const answer = [
  { type: 'response.created', response: { id: 'resp_1', model: 'm', status: 'in_progress' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1', content: [] } },
  { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'ok' },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'ok' }] },
  },
  { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
]

/** A good response of one word. */
export const responsesAnswer: string = answer
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

/** What is wrong with a request body; undefined if nothing is. */
export function faultInResponses(body: unknown): string | undefined {
  if (!isObject(body)) return 'The body is not an object'
  const { input } = body
  if (typeof body['model'] !== 'string' || body['stream'] !== true) return 'model and stream are required'
  if (!Array.isArray(input) || input.length === 0) return "Missing required parameter: 'input'."
  const items = input as Json[]
  return (
    faultInUnicode(body) ??
    unknownField('body', body, bodyFields) ??
    faultInSettings(body) ??
    faultInTools(body['tools']) ??
    firstFault(items, (item) => faultInItem(item)) ??
    faultInIds(items) ??
    faultInPairs(items) ??
    firstFault(items, (_, at) => faultInReasoning(items, at))
  )
}

const bodyFields = [
  'model',
  'input',
  'stream',
  'store',
  'include',
  'max_output_tokens',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'service_tier',
  'temperature',
  'tool_choice',
  'tools',
]

function faultInSettings(body: Json): string | undefined {
  const { max_output_tokens: limit = 16 } = body
  if (!Number.isInteger(limit) || Number(limit) < 16) return "Invalid 'max_output_tokens': integer below minimum value."
  const key = body['prompt_cache_key']
  if (typeof key === 'string' && key.length > 64) return "Invalid 'prompt_cache_key': string too long."
  const reasoning = (body['reasoning'] ?? {}) as Json
  const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', undefined]
  if (!efforts.includes(reasoning['effort'] as string | undefined)) return "Invalid value: 'reasoning.effort'."
  return unknownField('reasoning', reasoning, ['effort', 'summary'])
}

function faultInTools(tools: unknown): string | undefined {
  if (tools === undefined) return undefined
  if (!Array.isArray(tools) || tools.length === 0) return "Invalid 'tools': empty array."
  return firstFault(tools as Json[], (tool) => {
    const { type, name, parameters } = tool
    if (type !== 'function' || !isName(name)) return "Invalid 'tools[].name': string does not match pattern."
    const known = ['type', 'name', 'description', 'parameters', 'strict']
    return faultInParameters(parameters) ?? unknownField('tools[]', tool, known)
  })
}

const isName = (name: unknown): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(String(name))

function faultInItem(item: Json): string | undefined {
  switch (item['type'] ?? 'easy') {
    case 'easy':
      return faultInEasyMessage(item)
    case 'message':
      return faultInOutputMessage(item)
    case 'reasoning':
      return faultInReasoningItem(item)
    case 'function_call':
      return faultInCall(item)
    case 'function_call_output':
      return faultInOutput(item)
    default:
      return `Invalid value: '${String(item['type'])}'.`
  }
}

function faultInEasyMessage(item: Json): string | undefined {
  const { role, content } = item
  if (!['user', 'assistant', 'system', 'developer'].includes(String(role))) return `Invalid role ${String(role)}`
  const isText = typeof content === 'string'
  if (isText && isBlank(content)) return 'A message must not be blank'
  const fault = isText || role !== 'user' ? undefined : faultInParts(content)
  if (!isText && role !== 'user') return `Content of ${String(role)} must be a string`
  return fault ?? unknownField('input[]', item, ['role', 'content', 'phase'])
}

function faultInParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return 'Content must not be empty'
  return firstFault(parts as Json[], (part) => {
    if (part['type'] === 'input_text') return isBlank(part['text']) ? 'Text must not be blank' : undefined
    const isImage = /^data:image\/[a-z]+;base64,[A-Za-z0-9+/=]+$/.test(String(part['image_url']))
    return part['type'] === 'input_image' && isImage ? undefined : `Invalid part ${JSON.stringify(part)}`
  })
}

function faultInOutputMessage(item: Json): string | undefined {
  const { role, id, status, content } = item
  if (role !== 'assistant' || status !== 'completed') return 'An output message is one of the assistant, completed'
  if (!isId('msg_', id)) return `Invalid 'id': '${String(id)}'. Expected an ID that begins with 'msg'.`
  const isText = (part: Json) => part['type'] === 'output_text' && !isBlank(part['text'])
  if (!Array.isArray(content) || !(content as Json[]).every(isText)) return 'Invalid content of an output message'
  return unknownField('input[]', item, ['type', 'role', 'id', 'status', 'content', 'phase'])
}

const isId = (prefix: string, id: unknown): boolean =>
  typeof id === 'string' && id.startsWith(prefix) && /^[a-zA-Z0-9_-]{1,63}[a-zA-Z0-9-]$/.test(id)

function faultInReasoningItem({ id, summary, encrypted_content }: Json): string | undefined {
  if (!isId('rs_', id) || !Array.isArray(summary)) return 'Invalid reasoning item'
  return encrypted_content
    ? undefined
    : `Item with id '${String(id)}' not found. Items are not persisted when store is false.`
}

function faultInCall(item: Json): string | undefined {
  const { call_id, id, name, arguments: text } = item
  if (!isCallId(call_id)) return `Invalid 'call_id': '${String(call_id)}'.`
  if (id !== undefined && !isId('fc_', id))
    return `Invalid 'id': ${JSON.stringify(id)}. Expected an ID that begins with 'fc'.`
  if (!isName(name) || typeof text !== 'string' || !isObject(JSON.parse(text))) return 'Invalid function call'
  return unknownField('input[]', item, ['type', 'call_id', 'id', 'name', 'arguments'])
}

const isCallId = (id: unknown): boolean => typeof id === 'string' && /^[a-zA-Z0-9_-]{1,64}$/.test(id)

function faultInOutput(item: Json): string | undefined {
  const { call_id, output } = item
  if (!isCallId(call_id)) return `Invalid 'call_id': '${String(call_id)}'.`
  const fault = typeof output === 'string' ? undefined : faultInParts(output)
  return fault ?? unknownField('input[]', item, ['type', 'call_id', 'output'])
}

function faultInIds(items: readonly Json[]): string | undefined {
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const repeated = ids.find((id, at) => ids.indexOf(id) < at)
  return repeated === undefined ? undefined : `Duplicate item found with id ${JSON.stringify(repeated)}.`
}

/** Calls are answered in their order, before anybody else speaks. */
function faultInPairs(items: readonly Json[]): string | undefined {
  const calls = items.flatMap(({ type, call_id }) => (type === 'function_call' ? [call_id] : []))
  if (new Set(calls).size < calls.length) return `Duplicate call_id in ${calls.join()}.`
  const waiting: unknown[] = []
  for (const { type, role, call_id } of items) {
    if (type === 'function_call') waiting.push(call_id)
    if (type === 'function_call_output' && waiting.shift() !== call_id)
      return `No tool call found for ${String(call_id)}.`
    if (role === 'user' && waiting.length > 0) return `No tool output found for function call ${String(waiting[0])}.`
  }
  return waiting.length === 0 ? undefined : `No tool output found for function call ${String(waiting[0])}.`
}

/** Reasoning goes with what it led to. */
function faultInReasoning(items: readonly Json[], at: number): string | undefined {
  const [item, next] = [items[at], items[at + 1]]
  if (item?.['type'] !== 'reasoning') return undefined
  const isFollowed = next?.['role'] === 'assistant' || ['reasoning', 'function_call'].includes(String(next?.['type']))
  return isFollowed ? undefined : `Item '${String(item['id'])}' was provided without its required following item.`
}
