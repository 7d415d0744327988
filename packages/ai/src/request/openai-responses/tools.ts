import type OpenAI from 'openai'

import type { Tool } from '../../message/options.ts'

type FunctionTool = OpenAI.Responses.FunctionTool

/** A tool as a function. Not strict: the vendor's strict mode takes only a part of JSON Schema. */
export function toFunctionTool({ name, description, parameters }: Tool): FunctionTool {
  return { type: 'function', name, description, parameters: { ...emptyObject, ...parameters }, strict: false }
}

/** The vendor refuses the schema of an object without `properties`. */
const emptyObject = { type: 'object', properties: {} }
