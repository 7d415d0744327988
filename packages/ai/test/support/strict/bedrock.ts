import { bedrockBody } from '../bodies.ts'
import { eventStreamType } from '../event-stream.ts'
import { type ReceivedRequest, type Reply, serve, type TestServer } from '../serve.ts'
import { faultInParameters } from './checks.ts'

type Json = Record<string, unknown>

/** A server that refuses what Bedrock refuses, in Bedrock's words and with its status, and answers `ok` to the rest. */
export function serveBedrock(): Promise<TestServer> {
  return serve((request) => {
    const fault = faultIn(request)
    return fault === undefined ? { body: bedrockBody, headers: { 'content-type': eventStreamType } } : refusal(fault)
  })
}

function refusal(message: string): Reply {
  const headers = {
    'content-type': 'application/json',
    'x-amzn-errortype': 'ValidationException:http://internal.amazon.com/',
  }
  return { status: 400, headers, body: JSON.stringify({ message }) }
}

/** What is wrong with a request; undefined if nothing is. */
export function faultIn({ method, url, json }: Pick<ReceivedRequest, 'method' | 'url' | 'json'>): string | undefined {
  if (method !== 'POST' || !/^\/model\/[^/]+\/converse-stream$/.test(url)) return `no such operation: ${method} ${url}`
  const {
    messages,
    system = [],
    toolConfig,
  } = (json ?? {}) as { messages?: Json[]; system?: Json[]; toolConfig?: Json }
  if (!Array.isArray(messages) || messages.length === 0) return 'A conversation must have at least one message.'
  return (
    unknownField('body', json as Json, bodyFields) ??
    first(system, (block) => faultInText('system', block)) ??
    faultInRoles(messages) ??
    first(messages, ({ role, content }) => faultInContent(String(role), content as Json[])) ??
    faultInPairs(messages) ??
    faultInTools(messages, toolConfig)
  )
}

const bodyFields = [
  'messages',
  'system',
  'inferenceConfig',
  'toolConfig',
  'additionalModelRequestFields',
  'requestMetadata',
]

function faultInRoles(messages: Json[]): string | undefined {
  const { role, content = [] } = (messages.at(-1) ?? {}) as { role?: unknown; content?: Json[] }
  const end = content.at(-1)?.['text']
  if (role === 'assistant' && typeof end === 'string' && /\s$/.test(end))
    return 'final assistant content cannot end with trailing whitespace'
  if (messages[0]?.['role'] !== 'user') return 'A conversation must start with a user message.'
  const repeated = messages.some(({ role }, at) => role === messages[at - 1]?.['role'])
  return repeated ? 'A conversation must alternate between user and assistant roles.' : undefined
}

function faultInContent(role: string, content: Json[]): string | undefined {
  if (!Array.isArray(content) || content.length === 0) return 'The content field in the Message object is empty.'
  const kinds =
    role === 'user' ? ['text', 'image', 'toolResult', 'cachePoint'] : ['text', 'toolUse', 'reasoningContent']
  if (role === 'assistant' && 'reasoningContent' in (content.at(-1) ?? {}))
    return 'The final block can not be reasoning.'
  return first(content, (block) => unknownField(`${role} content`, block, kinds) ?? faultInBlock(block))
}

function faultInBlock(block: Json): string | undefined {
  if ('text' in block) return faultInText('ContentBlock', block)
  const { toolUse, toolResult, image } = block as Record<string, Json | undefined>
  if (toolUse) return faultInId(toolUse['toolUseId']) ?? faultInName(toolUse['name']) ?? faultInInput(toolUse['input'])
  if (toolResult) return faultInId(toolResult['toolUseId']) ?? faultInResult(toolResult)
  return image && !['png', 'jpeg', 'gif', 'webp'].includes(String(image['format'])) ? 'unknown image format' : undefined
}

function faultInResult({ content, status }: Json): string | undefined {
  if (status !== 'success' && status !== 'error') return `unknown status ${String(status)}`
  if (!Array.isArray(content) || content.length === 0) return 'The toolResult has no content.'
  return first(content as Json[], faultInBlock)
}

function faultInText(where: string, block: Json): string | undefined {
  if (!('text' in block)) return undefined
  const { text } = block
  if (typeof text !== 'string' || text.trim() === '') return `The text field in the ${where} object is blank.`
  return /\p{Surrogate}/u.test(text) ? 'invalid UTF-8' : undefined
}

function faultInName(name: unknown): string | undefined {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(String(name)) ? undefined : `toolUse.name ${String(name)} is not legal`
}

function faultInId(id: unknown): string | undefined {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(String(id)) ? undefined : `toolUseId ${String(id)} does not match [a-zA-Z0-9_-]+`
}

function faultInInput(input: unknown): string | undefined {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return isObject ? undefined : 'The value at toolUse.input must be an object.'
}

/** Every call of a turn is answered in the next message, and nothing else is. */
function faultInPairs(messages: Json[]): string | undefined {
  return (
    first(messages, (_, at) => {
      const calls = idsOf(messages[at - 1], 'toolUse')
      const results = idsOf(messages[at], 'toolResult')
      const isPaired = calls.length === results.length && calls.every((id) => results.includes(id))
      return isPaired && new Set(calls).size === calls.length
        ? undefined
        : `toolUse ${calls.join()} without toolResult ${results.join()}`
    }) ?? (idsOf(messages.at(-1), 'toolUse').length > 0 ? 'toolUse at the end without toolResult' : undefined)
  )
}

function idsOf(message: Json | undefined, kind: 'toolUse' | 'toolResult'): string[] {
  const blocks = (message?.['content'] ?? []) as Record<string, Json | undefined>[]
  return blocks.flatMap((block) => (block[kind] ? [String(block[kind]['toolUseId'])] : []))
}

function faultInTools(messages: Json[], config: Json | undefined): string | undefined {
  const hasBlocks = messages.some(
    (message) => idsOf(message, 'toolUse').length + idsOf(message, 'toolResult').length > 0,
  )
  if (!config)
    return hasBlocks
      ? 'The toolConfig field must be defined when using toolUse and toolResult content blocks.'
      : undefined
  const tools = config['tools'] as {
    toolSpec?: { name?: string; description?: string; inputSchema?: { json?: Json } }
  }[]
  if (tools.length === 0) return 'toolConfig.tools must not be empty'
  return first(tools, ({ toolSpec }) => {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(toolSpec?.name ?? '')) return 'invalid tool name'
    if (toolSpec?.description === '') return 'description must have at least 1 character'
    return faultInParameters(toolSpec?.inputSchema?.json)
  })
}

function unknownField(where: string, value: Json, known: string[]): string | undefined {
  const unknown = Object.keys(value).find((key) => !known.includes(key))
  return unknown === undefined ? undefined : `${where}: unknown field ${unknown}`
}

function first<T>(list: readonly T[], fault: (item: T, at: number) => string | undefined): string | undefined {
  return list.map(fault).find((found) => found !== undefined)
}
