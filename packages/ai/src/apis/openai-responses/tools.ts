import type OpenAI from 'openai'

import type { Tool } from '../../options/options.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice } from '../../tools/tool-choice.ts'

type FunctionTool = OpenAI.Responses.FunctionTool
type Choice = NonNullable<OpenAI.Responses.ResponseCreateParamsStreaming['tool_choice']>

/** A tool as a function; strict only where the caller asks for it, as strict mode takes only a part of JSON Schema. */
export function toFunctionTool(tool: Tool): FunctionTool {
  const { name, description, strict = false } = tool
  return { type: 'function', name, description, parameters: { ...parametersSchemaOf(tool) }, strict }
}

/** The choice of tools in the terms of this API. An object of its own goes as it is. */
export function toResponsesToolChoice(choice: unknown): Choice | undefined {
  if (isOwn(choice)) return choice
  const chosen = readToolChoice(choice)
  if (typeof chosen === 'object') return { type: 'function', name: chosen.name }
  return chosen === 'any' ? 'required' : chosen
}

/** Objects with a type that is neither Anthropic's, nor that of Chat Completions, which has the name further inside. */
function isOwn(choice: unknown): choice is Choice {
  if (typeof choice !== 'object' || choice === null) return false
  const { type, function: called } = choice as { type?: unknown; function?: unknown }
  return called === undefined && typeof type === 'string' && !['tool', 'any', 'auto', 'none'].includes(type)
}
