import { errorText } from '@dreb/ai/normalize'

import type { ToolArguments, ToolLike } from '../types/agent.ts'

/** What has become of the arguments of a call. */
export type CheckedArguments =
  | { type: 'valid'; args: ToolArguments }
  | { type: 'invalid'; reason: string }
  /** The schema itself can not be used. */
  | { type: 'unchecked'; reason: string }

/** Whether there is anything in a schema that arguments could violate; most small tools need no validator. */
export function needsCheck({ function: { parameters } }: ToolLike): boolean {
  if (typeof parameters !== 'object' || parameters === null) return false
  const { type, properties, ...rest } = parameters
  const isEmpty = Object.keys(Object(properties) as object).length === 0
  return !(isEmpty && (type === undefined || type === 'object') && isOpen(rest))
}

function isOpen(rest: Readonly<Record<string, unknown>>): boolean {
  const { required, additionalProperties, description: _, title: __, $schema: ___, ...others } = rest
  const needsNothing = required === undefined || (Array.isArray(required) && required.length === 0)
  return needsNothing && additionalProperties !== false && Object.keys(others).length === 0
}

/**
 * The arguments of a call as the JSON Schema of its tool wants them: unchanged where they fit, moved towards the schema
 * where they then fit (a number written as text, say). The validator is loaded with the first call.
 */
export async function checkArguments(
  { function: definition }: ToolLike,
  args: ToolArguments,
): Promise<CheckedArguments> {
  const { validateToolArgumentsSync } = await import('@dreb/ai/validate')
  try {
    const tool = { name: definition.name, parameters: definition.parameters as never }
    return { type: 'valid', args: validateToolArgumentsSync(tool, { name: definition.name, arguments: args }) }
  } catch (error) {
    const isInvalid = Object(error) instanceof Error && (error as { code?: unknown }).code === 'tool_arguments'
    return { type: isInvalid ? 'invalid' : 'unchecked', reason: errorText(error) }
  }
}
