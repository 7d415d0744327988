import type { Message } from '../../message/message.ts'
import type { Tool } from '../../options/options.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice } from '../../tools/tool-choice.ts'
import type { ResolvedCompat } from './compat.ts'
import type { OpenAIChatTool } from './wire.ts'

/** The declared tools; undefined where the field is to be left out, as an empty list is refused by most servers. */
export function toChatTools(
  tools: readonly Tool[] = [],
  messages: readonly Message[],
  compat: ResolvedCompat,
): OpenAIChatTool[] | undefined {
  if (tools.length > 0) return tools.map((tool) => toChatTool(tool, compat.supportsStrictMode))
  return compat.requiresToolsWithHistory && messages.some(usesTools) ? [] : undefined
}

function toChatTool(tool: Tool, supportsStrictMode: boolean): OpenAIChatTool {
  const { name, description, strict: isStrict = false } = tool
  const strict = supportsStrictMode ? { strict: isStrict } : {}
  return { type: 'function', function: { name, description, parameters: parametersSchemaOf(tool), ...strict } }
}

/** The choice of tools in the terms of this API. What only some provider knows goes as it is. */
export function toChatToolChoice(choice: unknown): unknown {
  const chosen = readToolChoice(choice)
  if (typeof chosen === 'object') return { type: 'function', function: { name: chosen.name } }
  return chosen === 'any' ? 'required' : (chosen ?? choice)
}

function usesTools(message: Message): boolean {
  if (message.role === 'toolResult') return true
  return message.role === 'assistant' && message.content.some(({ type }) => type === 'toolCall')
}
