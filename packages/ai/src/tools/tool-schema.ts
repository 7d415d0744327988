import { AIError } from '../errors/ai-error.ts'
import type { Tool } from '../options/options.ts'

/** What a Standard Schema (https://standardschema.dev) has beside its validator if it can be written as JSON Schema. */
interface StandardSchema {
  '~standard': { jsonSchema?: { input(options: { target: string }): object } }
}

const written = new WeakMap<object, object>()

/**
 * The JSON Schema of a tool's parameters, as it is sent. A Standard Schema is asked for it once per object.
 *
 * @throws AIError `unsupported` for a Standard Schema that has none
 */
export function toolSchemaOf({ name, parameters }: Pick<Tool, 'name' | 'parameters'>): object {
  if (!isStandardSchema(parameters)) return parameters
  const known = written.get(parameters)
  if (known) return known
  const schema = parameters['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
  if (!schema) throw new AIError('unsupported', `The parameters of tool \`${name}\` cannot be written as JSON Schema`)
  written.set(parameters, schema)
  return schema
}

// Some libraries make schemas that are functions.
function isStandardSchema(schema: object): schema is StandardSchema {
  return '~standard' in schema
}
