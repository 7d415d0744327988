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

const events = [
  { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

/** A good response of one word. */
export const anthropicAnswer = events
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

/** What is wrong with a request body; undefined if nothing is. */
export function faultInAnthropic(body: unknown): string | undefined {
  if (!isObject(body)) return 'The body is not an object'
  const { messages, system = [] } = body as { messages?: Json[]; system?: Json[] }
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required'
  return (
    faultInUnicode(body) ??
    unknownField('body', body, bodyFields) ??
    faultInLimits(body) ??
    faultInTools(body) ??
    firstFault(system, faultInText) ??
    faultInRoles(messages) ??
    firstFault(messages, faultInMessage) ??
    firstFault(messages, (_, at) => faultInRound(messages, at)) ??
    faultInMarks(body) ??
    faultInOpenTurn(body, messages)
  )
}

const bodyFields = [
  'model',
  'anthropic_version',
  'messages',
  'max_tokens',
  'stream',
  'system',
  'temperature',
  'tools',
  'tool_choice',
  'metadata',
  'thinking',
  'output_config',
]

function thinkingOf(body: Json): Json {
  return isObject(body['thinking']) ? body['thinking'] : {}
}

function faultInLimits(body: Json): string | undefined {
  const { max_tokens: limit, temperature } = body
  const { type = 'disabled', budget_tokens: budget } = thinkingOf(body)
  if (!Number.isInteger(limit) || Number(limit) < 1) return 'max_tokens: Input should be greater than or equal to 1'
  if (type === 'disabled') return undefined
  if (temperature !== undefined) return '`temperature` may only be set to 1 when thinking is enabled'
  if (type === 'adaptive') return undefined
  if (Number(budget) < 1024) return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
  return Number(budget) < Number(limit) ? undefined : '`max_tokens` must be greater than `thinking.budget_tokens`'
}

function faultInTools(body: Json): string | undefined {
  const { tools, tool_choice: choice } = body as { tools?: Json[]; tool_choice?: Json }
  if (choice && !tools) return 'tool_choice may only be specified while providing tools'
  const isForced = choice?.['type'] === 'any' || choice?.['type'] === 'tool'
  const isThinking = (thinkingOf(body)['type'] ?? 'disabled') !== 'disabled'
  if (isForced && isThinking) return 'Thinking may not be enabled when tool_choice forces tool use.'
  return firstFault(tools ?? [], (tool) => {
    const { name, input_schema: schema } = tool
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) return `tools.name: ${String(name)}`
    return (
      faultInParameters(schema) ?? unknownField('tools', tool, ['name', 'description', 'input_schema', 'cache_control'])
    )
  })
}

function faultInRoles(messages: readonly Json[]): string | undefined {
  if (messages[0]?.['role'] !== 'user') return 'messages: first message must use the "user" role'
  return firstFault(messages, ({ role }, at) => {
    if (role !== 'user' && role !== 'assistant') return `messages.${at}.role: ${String(role)}`
    const isRepeated = role === 'assistant' && messages[at - 1]?.['role'] === role
    return isRepeated ? 'messages: roles must alternate' : undefined
  })
}

function blocksOf(message: Json | undefined): Json[] {
  const content = message?.['content']
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? (content as Json[]) : []
}

function faultInMessage(message: Json): string | undefined {
  const blocks = blocksOf(message)
  if (blocks.length === 0) return 'messages: all messages must have non-empty content'
  if (message['role'] === 'assistant' && isThinkingBlock(blocks.at(-1))) {
    return 'messages: The final block in an assistant message cannot be `thinking`.'
  }
  return (
    unknownField('messages', message, ['role', 'content']) ??
    firstFault(blocks, (block) => faultInBlock(block, message['role']))
  )
}

function isThinkingBlock(block: Json | undefined): boolean {
  return block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'
}

const userBlocks = new Set(['text', 'image', 'tool_result'])
const assistantBlocks = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])

function faultInBlock(block: Json, role: unknown): string | undefined {
  const type = String(block['type'])
  if (!(role === 'user' ? userBlocks : assistantBlocks).has(type))
    return `a ${String(role)} message may not hold ${type}`
  switch (type) {
    case 'text':
      return faultInText(block)
    case 'image':
      return faultInImage(block)
    case 'tool_use':
      return faultInCall(block)
    case 'tool_result':
      return faultInResult(block)
    case 'thinking':
      return isBlank(block['signature'])
        ? 'Invalid `signature` in `thinking` block'
        : unknownField('thinking', block, ['type', 'thinking', 'signature'])
    default:
      return isBlank(block['data']) ? 'Invalid `data` in `redacted_thinking` block' : undefined
  }
}

function faultInText(block: Json): string | undefined {
  if (isBlank(block['text'])) return 'text content blocks must contain non-whitespace text'
  return unknownField('text', block, ['type', 'text', 'cache_control'])
}

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

function faultInImage({ source }: Json): string | undefined {
  const isImage = isObject(source) && source['type'] === 'base64' && imageTypes.has(String(source['media_type']))
  if (!isImage) return 'image.source: unknown media type'
  return source['data'] === '' ? 'image.source.base64: image cannot be empty' : undefined
}

function faultInCall(block: Json): string | undefined {
  const { id, name, input } = block
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(id))) return `tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
  if (!/^[a-zA-Z0-9_-]{1,128}$/.test(String(name))) return 'tool_use.name: String should match pattern'
  if (!isObject(input)) return 'tool_use.input: Input should be an object'
  return unknownField('tool_use', block, ['type', 'id', 'name', 'input', 'cache_control'])
}

function faultInResult(block: Json): string | undefined {
  const { content, is_error: isError } = block
  const parts = typeof content === 'string' ? [] : (content as Json[])
  if (isError && parts.some(({ type }) => type === 'image'))
    return 'tool_result: all content must be text if `is_error` is true'
  const unknown = unknownField('tool_result', block, ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'])
  return unknown ?? firstFault(parts, (part) => faultInBlock(part, 'user'))
}

function faultInRound(messages: readonly Json[], at: number): string | undefined {
  if (messages[at]?.['role'] !== 'assistant') return at === 0 ? faultInPairing([], resultsOf(messages[0])) : undefined
  const calls = blocksOf(messages[at]).flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []))
  const before = messages.slice(0, at).flatMap(blocksOf)
  const repeated = before.find(({ type, id }) => type === 'tool_use' && calls.includes(String(id)))
  if (repeated) return `tool_use ids must be unique: ${String(repeated['id'])}`
  return faultInPairing(calls, resultsOf(messages[at + 1]))
}

/** Results count only where they stand: before everything else. */
function resultsOf(message: Json | undefined): string[] {
  const blocks = blocksOf(message)
  const end = blocks.findLastIndex(({ type }) => type === 'tool_result') + 1
  return blocks
    .slice(0, end)
    .map(({ type, tool_use_id: id }) => (type === 'tool_result' ? String(id) : `(${String(type)})`))
}

function faultInMarks(body: Json): string | undefined {
  const marks = JSON.stringify(body).split('"cache_control"').length - 1
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : undefined
}

/** What is asked of the turn that the response goes on with. */
function faultInOpenTurn(body: Json, messages: readonly Json[]): string | undefined {
  const last = messages.at(-1)
  const text = blocksOf(last).at(-1)?.['text']
  if (last?.['role'] === 'assistant' && typeof text === 'string' && /\s$/.test(text)) {
    return 'messages: final assistant content cannot end with trailing whitespace'
  }
  const isOpen = blocksOf(last).some(({ type }) => type === 'tool_result')
  const [first] = isOpen ? blocksOf(messages.at(-2)) : []
  if (thinkingOf(body)['type'] !== 'enabled' || !first || isThinkingBlock(first)) return undefined
  return 'When `thinking` is enabled, a final `assistant` message must start with a thinking block'
}
