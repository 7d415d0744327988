import type { Tool } from '../../options/options.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice } from '../../tools/tool-choice.ts'
import type { BedrockMessage, BedrockRequest, BedrockToolChoice, BedrockToolSpec } from './wire.ts'

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

/** Bedrock's form of a tool choice. There is none for `none`. */
export function toToolChoice(choice: unknown): BedrockToolChoice | undefined {
  const chosen = readToolChoice(choice)
  if (typeof chosen === 'object') return { tool: { name: chosen.name } }
  return chosen === undefined || chosen === 'none' ? undefined : choices[chosen]
}

const choices: Readonly<Record<'auto' | 'any', BedrockToolChoice>> = { auto: { auto: {} }, any: { any: {} } }

function namesOfCalled(messages: readonly BedrockMessage[]): Set<string> {
  const blocks = messages.flatMap(({ content }) => content)
  return new Set(blocks.flatMap((block) => ('toolUse' in block ? [block.toolUse.name] : [])))
}
