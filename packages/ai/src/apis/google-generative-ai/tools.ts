import type { Tool } from '../../options/options.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice, type NormalizedToolChoice } from '../../tools/tool-choice.ts'
import type { GoogleFamily } from './family.ts'
import { toOpenApiSchema } from './openapi-schema.ts'
import type { GoogleFunctionDeclaration, GoogleRequest } from './wire.ts'

/** The tools of a request; nothing without tools. */
export function toTools(tools: readonly Tool[] | undefined, family: GoogleFamily): Pick<GoogleRequest, 'tools'> {
  if (!tools?.length) return {}
  return { tools: [{ functionDeclarations: tools.map((tool) => toDeclaration(tool, family)) }] }
}

function toDeclaration(tool: Tool, family: GoogleFamily): GoogleFunctionDeclaration {
  const { name, description } = tool
  const parametersJsonSchema = parametersSchemaOf(tool)
  if (family.toolSchema === 'json-schema') return { name, description, parametersJsonSchema }
  const parameters = toOpenApiSchema(parametersJsonSchema)
  // An object without properties is refused: a tool without arguments has no parameters.
  return hasProperties(parameters) ? { name, description, parameters } : { name, description }
}

function hasProperties({ properties }: { properties?: unknown }): boolean {
  return typeof properties === 'object' && properties !== null && Object.keys(properties).length > 0
}

type ToolConfig = NonNullable<GoogleRequest['toolConfig']>
type Mode = ToolConfig['functionCallingConfig']['mode']

/** Which tools the model may or must call: a mode, or the one tool that is named. Only sent where there are tools. */
export function toToolConfig(choice: unknown, hasTools: boolean): Pick<GoogleRequest, 'toolConfig'> {
  const chosen = hasTools ? readToolChoice(choice) : undefined
  return chosen === undefined ? {} : { toolConfig: { functionCallingConfig: toConfig(chosen) } }
}

function toConfig(choice: NormalizedToolChoice): ToolConfig['functionCallingConfig'] {
  if (typeof choice === 'object') return { mode: 'ANY', allowedFunctionNames: [choice.name] }
  return { mode: modes[choice] }
}

const modes: Readonly<Record<Extract<NormalizedToolChoice, string>, Mode>> = { auto: 'AUTO', none: 'NONE', any: 'ANY' }
