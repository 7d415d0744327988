import type { Tool } from '../../options/options.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice } from '../../tools/tool-choice.ts'
import type { AnthropicTool, AnthropicToolChoice } from './wire.ts'

/** The whole schema goes out, definitions and all. */
export function toAnthropicTool(tool: Tool): AnthropicTool {
  const { name, description } = tool
  return { name, description, input_schema: parametersSchemaOf(tool) }
}

/** Anthropic's object for a choice in any provider's form. An object of its own goes as it is, with all its fields. */
export function toAnthropicToolChoice(choice: unknown): AnthropicToolChoice | undefined {
  if (isOwn(choice)) return choice
  const chosen = readToolChoice(choice)
  return typeof chosen === 'object' ? { type: 'tool', name: chosen.name } : chosen && { type: chosen }
}

const ownTypes: ReadonlySet<unknown> = new Set<AnthropicToolChoice['type']>(['auto', 'any', 'none', 'tool'])

function isOwn(choice: unknown): choice is AnthropicToolChoice {
  return typeof choice === 'object' && choice !== null && ownTypes.has((choice as { type?: unknown }).type)
}
