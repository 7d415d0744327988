import { AIError, errorText } from '../errors/ai-error.ts'
import type { ToolCall } from '../message/message.ts'
import type { Tool } from '../options/options.ts'
import { setOwn } from '../values/json.ts'
import { shorten, textOf } from '../values/text.ts'
import { coerce } from './coerce.ts'
import { prepareSchema } from './json-schema.ts'
import type { Problem } from './problem.ts'
import { type Checked, checkStandard, isStandardSchema } from './standard-schema.ts'
import { toolSchemaOf } from './tool-schema.ts'

/** What validation needs to know of a call. */
export type CallToValidate = Pick<ToolCall, 'name' | 'arguments' | 'argumentsError'>

/** What validation needs to know of a tool. */
export type ToolToValidate = Pick<Tool, 'name' | 'parameters'>

/** Validated arguments: an object of their own, that a tool may change. */
export type ValidArguments = Record<string, unknown>

/**
 * The arguments of a call as the tool of its name wants them.
 *
 * @throws AIError `tool_not_found` if there is no such tool; else as {@link validateToolArgumentsSync}
 */
export function validateToolCallSync(tools: readonly ToolToValidate[], call: CallToValidate): ValidArguments {
  return validateToolArgumentsSync(findTool(tools, call.name), call)
}

/**
 * The arguments of a call as its tool wants them: unchanged if they fit the schema, else moved towards it (numbers and
 * booleans written as text, arrays and objects written as JSON text, nulls for what may be left out) if they then fit.
 * The call is not changed. No code is generated: it works under any content security policy.
 *
 * @throws AIError `tool_arguments` with a text for the model that names the tool, every path that is wrong, and what
 *   came; also for a call whose arguments could not be parsed. `unsupported` for a Standard Schema that is asynchronous.
 */
export function validateToolArgumentsSync(tool: ToolToValidate, call: CallToValidate): ValidArguments {
  const checked = check(tool, call)
  if (!(checked instanceof Promise)) return accept(tool, call, checked)
  const message = `The schema of tool "${tool.name}" validates asynchronously: await validateToolArguments of "@dreb/ai".`
  throw new AIError('unsupported', message)
}

/** As {@link validateToolArgumentsSync}, for asynchronous schemas too. */
export async function validateToolArgumentsAsync(tool: ToolToValidate, call: CallToValidate): Promise<ValidArguments> {
  return accept(tool, call, await check(tool, call))
}

/** @throws AIError `tool_not_found`, naming the tools there are */
export function findTool<T extends Pick<Tool, 'name'>>(tools: readonly T[], name: string): T {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool) return tool
  const registered = tools.map((candidate) => candidate.name).join(', ') || 'none'
  const message = `Tool "${shorten(name, maxName)}" not found; registered: ${shorten(registered)}.`
  throw new AIError('tool_not_found', message)
}

function check(tool: ToolToValidate, call: CallToValidate): Checked | Promise<Checked> {
  if (call.argumentsError !== undefined) throw new AIError('tool_arguments', call.argumentsError)
  const { parameters } = tool
  if (!isStandardSchema(parameters)) return checkJson(tool, call.arguments)
  return checkStandard(parameters, call.arguments, () => jsonSchemaOf(tool))
}

/** What a Standard Schema would be as JSON Schema; not all of them can be written so. */
function jsonSchemaOf(tool: ToolToValidate): object | undefined {
  try {
    return toolSchemaOf(tool)
  } catch {
    return undefined
  }
}

/**
 * JSON text counts as what it holds only if the whole value then fits; else it stays text in what is reported. Where
 * both text and an object would fit, it counts as the object.
 */
function checkJson({ name, parameters }: ToolToValidate, given: unknown): Checked {
  try {
    const schema = prepareSchema(parameters)
    const value = plainCopy(given)
    const fits = schema.accepts(schema.root, value)
    if (fits && !schema.hasUnions) return { ok: true, value }
    const read = coerce(schema, value, 'json')
    if (schema.accepts(schema.root, read)) return { ok: true, value: read }
    if (fits) return { ok: true, value }
    return { ok: false, problems: schema.problems(coerce(schema, value, 'scalars')) }
  } catch (cause) {
    // A reference to nowhere, for instance, or values nested deeper than the call stack.
    const message = `The arguments of tool "${name}" cannot be checked: ${shorten(errorText(cause))}`
    throw new AIError('tool_arguments', message, { cause })
  }
}

function accept({ name }: ToolToValidate, call: CallToValidate, checked: Checked): ValidArguments {
  if (checked.ok) return checked.value as ValidArguments
  throw new AIError('tool_arguments', failureText(name, checked.problems, call.arguments))
}

/** A copy of JSON data. What JSON cannot hold is left out in objects and passed on elsewhere. */
function plainCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainCopy)
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) if (isJson(part)) setOwn(copy, key, plainCopy(part))
  return copy
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint'
}

// Together about 2,000 characters, whatever a model sends.
const maxName = 100
const maxProblems = 1000
const maxReceived = 800
const maxValue = 200

function failureText(name: string, problems: readonly Problem[], received: unknown): string {
  const json = receivedText(received)
  const lines = problemLines(problems).join('\n')
  return `Validation failed for tool "${shorten(name, maxName)}":\n${lines}\n\nReceived arguments:\n${shorten(json, maxReceived)}`
}

/** What came, as JSON; what cannot be written so, such as a cycle, is named in it. */
function receivedText(received: unknown): string {
  const shortened = (_: string, part: unknown) => (typeof part === 'string' ? shorten(part, maxValue) : part)
  try {
    return JSON.stringify(received, shortened, 2) ?? textOf(received)
  } catch {
    return textOf(received)
  }
}

/** One line for each problem, as far as there is room. */
function problemLines(problems: readonly Problem[]): string[] {
  const lines: string[] = []
  let room = maxProblems
  for (const { path, message } of problems) {
    const line = `  - ${shorten(path || 'root', maxValue)}: ${shorten(message, maxValue)}`
    room -= line.length + 1
    if (room < 0) return [...lines, `  - … and ${problems.length - lines.length} more`]
    lines.push(line)
  }
  return lines
}
