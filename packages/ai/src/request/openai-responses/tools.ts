import type OpenAI from 'openai'

import type { Tool } from '../../message/options.ts'
import { parametersSchemaOf } from '../parameters-schema.ts'

type FunctionTool = OpenAI.Responses.FunctionTool

/** A tool as a function. Not strict: the vendor's strict mode takes only a part of JSON Schema. */
export function toFunctionTool(tool: Tool): FunctionTool {
  const { name, description } = tool
  return { type: 'function', name, description, parameters: { ...parametersSchemaOf(tool) }, strict: false }
}
