import type { Tool } from '../../message/options.ts'
import type { BedrockMessage, BedrockRequest, BedrockToolChoice, BedrockToolSpec } from '../../wire/bedrock.ts'
import { parametersSchemaOf } from '../parameters-schema.ts'

type ToolConfig = Pick<BedrockRequest, 'toolConfig'>

/**
 * The tools of a request. A conversation that holds calls must name some: where the caller gives none (any more), the
 * tools that were called stand in for them.
 */
export function toToolConfig(
  tools: readonly Tool[] = [],
  choice: unknown,
  messages: readonly BedrockMessage[],
): ToolConfig {
  const called = namesOfCalled(messages)
  if (called.size === 0 && choice === 'none') return {}
  if (tools.length === 0) return called.size === 0 ? {} : { toolConfig: { tools: [...called].map(standIn) } }
  const toolChoice = toToolChoice(choice)
  return { toolConfig: { tools: tools.map(toToolSpec), ...(toolChoice && { toolChoice }) } }
}

function toToolSpec(tool: Tool): BedrockToolSpec {
  const { name, description } = tool
  const inputSchema = { json: parametersSchemaOf(tool) }
  return { toolSpec: { name, ...(description && { description }), inputSchema } }
}

function standIn(name: string): BedrockToolSpec {
  return toToolSpec({ name, description: 'Not available any more.', parameters: { properties: {} } })
}

const words: Readonly<Record<string, BedrockToolChoice>> = {
  auto: { auto: {} },
  any: { any: {} },
  required: { any: {} },
}

/** Bedrock's form of a tool choice. There is none for `none`. */
export function toToolChoice(choice: unknown): BedrockToolChoice | undefined {
  return typeof choice === 'string' ? words[choice] : namedTool(choice as NamedChoice | null | undefined)
}

/** How Anthropic and OpenAI name a tool. */
interface NamedChoice {
  name?: string
  function?: { name?: string }
}

function namedTool(choice: NamedChoice | null | undefined): BedrockToolChoice | undefined {
  const name = choice?.name ?? choice?.function?.name
  return name ? { tool: { name } } : undefined
}

function namesOfCalled(messages: readonly BedrockMessage[]): Set<string> {
  const blocks = messages.flatMap(({ content }) => content)
  return new Set(blocks.flatMap((block) => ('toolUse' in block ? [block.toolUse.name] : [])))
}
