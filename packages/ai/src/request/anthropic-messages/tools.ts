import type { Tool } from '../../message/options.ts'
import type { AnthropicTool, AnthropicToolChoice } from '../../wire/anthropic-request.ts'
import { parametersSchemaOf } from '../parameters-schema.ts'

/** The whole schema goes out, definitions and all. */
export function toAnthropicTool(tool: Tool): AnthropicTool {
  const { name, description } = tool
  return { name, description, input_schema: parametersSchemaOf(tool) }
}

/** Anthropic's object for a word; `required` is what others call `any`. An object goes as it is. */
export function toAnthropicToolChoice(choice: unknown): AnthropicToolChoice | undefined {
  if (typeof choice === 'object' && choice !== null) return choice as AnthropicToolChoice
  switch (choice) {
    case 'auto':
    case 'any':
    case 'none':
      return { type: choice }
    case 'required':
      return { type: 'any' }
    default:
      return undefined
  }
}
