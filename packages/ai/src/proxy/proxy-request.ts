import { AIError } from '../errors/ai-error.ts'
import type { Message } from '../message/message.ts'
import type { Context, SimpleStreamOptions, Tool } from '../options/options.ts'
import { isNestedTooDeep, tryParseJson, compact, isRecord } from '../values/json.ts'

/** Options that a client of the proxy may be allowed to choose. */
export type ProxyOption =
  | 'temperature'
  | 'maxTokens'
  | 'reasoning'
  | 'thinkingBudgets'
  | 'thinkingDisplay'
  | 'cacheRetention'
  | 'sessionId'
  | 'toolChoice'
  | 'foreignThinking'
  | 'metadata'

/** What a client requests, as far as it is valid. */
export interface ProxyRequest {
  model: { id: string; provider?: string }
  context: Context
  /** Only options that are known here, each of its type. */
  options: SimpleStreamOptions
}

/** How much one request may ask for. Each more is refused before any work is done on it. */
export interface ProxyLimits {
  /** Messages of the conversation. Default 10,000. */
  maxMessages?: number
  /** Blocks of content in all messages together. Default 50,000. */
  maxBlocks?: number
  /** Tools. Default 1,000. */
  maxTools?: number
  /** Levels of nesting in the body: schemas and arguments of tools are part of it. Default 100. */
  maxNesting?: number
}

const defaultProxyLimits = { maxMessages: 10_000, maxBlocks: 50_000, maxTools: 1000, maxNesting: 100 } as const

/**
 * The request in the body of a client. Unknown fields are ignored; nothing but the fields named here goes on.
 *
 * @throws AIError `invalid_request`
 */
export function readProxyRequest(
  body: string,
  allowed: readonly ProxyOption[],
  limits: ProxyLimits = {},
): ProxyRequest {
  const bounds = { ...defaultProxyLimits, ...compact(limits) }
  if (isNestedTooDeep(body, bounds.maxNesting)) throw tooMuch('The body', 'levels of nesting', bounds, 'maxNesting')
  const json = tryParseJson(body)
  if (json === undefined) throw new AIError('invalid_request', 'The body is not JSON')
  const { model, context, options } = recordOf(json, 'The body')
  return { model: readModel(model), context: readContext(context, bounds), options: readOptions(options, allowed) }
}

type JsonRecord = Record<string, unknown>
type Bounds = Required<ProxyLimits>

function tooMuch(what: string, unit: string, bounds: Bounds, limit: keyof ProxyLimits): AIError {
  return new AIError('invalid_request', `${what} has more than ${bounds[limit]} ${unit} (${limit})`)
}

function readModel(model: unknown): ProxyRequest['model'] {
  const { id, provider } = recordOf(model, 'model')
  if (typeof id !== 'string') throw new AIError('invalid_request', 'model.id is not a string')
  return { id, ...(typeof provider === 'string' && { provider }) }
}

function readContext(value: unknown, bounds: Bounds): Context {
  const { systemPrompt, messages, tools } = recordOf(value, 'context')
  return {
    ...(typeof systemPrompt === 'string' && { systemPrompt }),
    messages: readMessages(listOf(messages, 'context.messages'), bounds),
    ...(tools !== undefined && { tools: readTools(listOf(tools, 'context.tools'), bounds) }),
  }
}

function readMessages(messages: readonly unknown[], bounds: Bounds): Message[] {
  if (messages.length > bounds.maxMessages) throw tooMuch('context.messages', 'messages', bounds, 'maxMessages')
  const read = messages.map(readMessage)
  const blocks = read.reduce((sum, { content }) => sum + (typeof content === 'string' ? 1 : content.length), 0)
  if (blocks > bounds.maxBlocks) throw tooMuch('context.messages', 'blocks of content', bounds, 'maxBlocks')
  return read
}

function readTools(tools: readonly unknown[], bounds: Bounds): Tool[] {
  if (tools.length > bounds.maxTools) throw tooMuch('context.tools', 'tools', bounds, 'maxTools')
  return tools.map(readTool)
}

const roles: ReadonlySet<unknown> = new Set<Message['role']>(['user', 'assistant', 'toolResult'])

/** The shape that everything behind the proxy counts on; what is inside the blocks is the provider's to judge. */
function readMessage(value: unknown, index: number): Message {
  const at = `context.messages[${index}]`
  const message = recordOf(value, at)
  const { role, content } = message
  if (!roles.has(role)) throw new AIError('invalid_request', `${at}.role is none of user, assistant, toolResult`)
  if (role === 'user' && typeof content === 'string') return message as unknown as Message
  for (const block of listOf(content, `${at}.content`)) recordOf(block, `a block of ${at}.content`)
  return message as unknown as Message
}

function readTool(value: unknown, index: number): Tool {
  const { name, description, parameters } = recordOf(value, `context.tools[${index}]`)
  if (typeof name !== 'string') throw new AIError('invalid_request', `context.tools[${index}].name is not a string`)
  const schema = recordOf(parameters, `context.tools[${index}].parameters`)
  return { name, description: typeof description === 'string' ? description : '', parameters: schema }
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const oneOf =
  (...values: string[]) =>
  (value: unknown): boolean =>
    values.includes(value as string)

/** What each option has to be. */
const isValid: Readonly<Record<ProxyOption, (value: unknown) => boolean>> = {
  temperature: isNumber,
  maxTokens: isNumber,
  reasoning: oneOf('minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  thinkingBudgets: (value) => isRecord(value) && Object.values(value).every(isNumber),
  thinkingDisplay: oneOf('summarized', 'omitted'),
  cacheRetention: oneOf('none', 'short', 'long'),
  sessionId: (value) => typeof value === 'string' && value.length <= 256,
  toolChoice: (value) => typeof value === 'string' || isRecord(value),
  foreignThinking: oneOf('drop', 'label'),
  metadata: isRecord,
}

function readOptions(value: unknown, allowed: readonly ProxyOption[]): SimpleStreamOptions {
  const options = value === undefined ? {} : recordOf(value, 'options')
  const entries = allowed.filter((key) => isValid[key](options[key])).map((key) => [key, options[key]])
  return Object.fromEntries(entries) as SimpleStreamOptions
}

function recordOf(value: unknown, name: string): JsonRecord {
  if (isRecord(value)) return value
  throw new AIError('invalid_request', `${name} is not an object`)
}

function listOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value
  throw new AIError('invalid_request', `${name} is not a list`)
}
