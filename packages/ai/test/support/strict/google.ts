import { faultInPairing, faultInUnicode, firstFault, isObject, type Json, unknownField } from './checks.ts'

/** A good response of one word. */
export const googleAnswer = `data: ${JSON.stringify({
  candidates: [{ content: { role: 'model', parts: [{ text: 'ok' }] }, finishReason: 'STOP' }],
})}\r\n\r\n`

/** What is wrong with a request body for a model; undefined if nothing is. */
export function faultInGoogle(modelId: string, body: unknown): string | undefined {
  if (!isObject(body)) return 'The body is not an object'
  const { contents, tools, toolConfig, generationConfig, systemInstruction } = body
  if (!Array.isArray(contents) || contents.length === 0) return 'contents are required'
  const isNew = /gemini-3/.test(modelId)
  return (
    faultInUnicode(body) ??
    unknownField('body', body, ['contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig']) ??
    (systemInstruction === undefined ? undefined : faultInParts('system', systemInstruction as Json, isNew)) ??
    faultInTools(tools as Json[] | undefined, toolConfig) ??
    faultInGeneration(modelId, generationConfig as Json) ??
    firstFault(contents as Json[], (content) => faultInContent(content, isNew)) ??
    firstFault(contents as Json[], (_, at) => faultInRound(contents as Json[], at))
  )
}

function faultInContent(content: Json, isNew: boolean): string | undefined {
  const role = String(content['role'])
  if (role !== 'user' && role !== 'model') return 'Please use a valid role: user, model.'
  const [first] = callsOf(content)
  if (isNew && first && !first['thoughtSignature']) return 'Function call is missing a thought_signature'
  return unknownField('content', content, ['role', 'parts']) ?? faultInParts(role, content, isNew)
}

function faultInParts(role: string, { parts }: Json, isNew: boolean): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return 'contents.parts must not be empty.'
  return firstFault(parts as Json[], (part) => faultInPart(role, part, isNew))
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  system: ['text'],
  user: ['text', 'inlineData', 'functionResponse'],
  model: ['text', 'functionCall'],
}

function faultInPart(role: string, part: Json, isNew: boolean): string | undefined {
  const kind = kinds[role]?.find((name) => name in part)
  if (kind === undefined)
    return `part.data: required oneof field 'data' must have one initialized field, got ${Object.keys(part).join()}`
  const extra = role === 'model' ? ['thoughtSignature', ...(kind === 'text' ? ['thought'] : [])] : []
  const { text, thoughtSignature, functionCall, functionResponse, inlineData } = part
  if (kind === 'text' && (typeof text !== 'string' || (text.trim() === '' && !thoughtSignature)))
    return 'a text part is empty'
  if (thoughtSignature !== undefined && !isBase64(thoughtSignature))
    return 'Invalid value at thought_signature: Base64 decoding failed'
  return (
    unknownField('part', part, [kind, ...extra]) ??
    (inlineData === undefined ? undefined : faultInMedia(inlineData)) ??
    (functionCall === undefined ? undefined : faultInCall(functionCall)) ??
    (functionResponse === undefined ? undefined : faultInResponse(functionResponse, isNew))
  )
}

function isBase64(value: unknown): boolean {
  if (value === 'skip_thought_signature_validator') return true
  return typeof value === 'string' && /^([\w+/]{4})*([\w+/]{4}|[\w+/]{3}=|[\w+/]{2}==)$/.test(value)
}

function faultInMedia(media: unknown): string | undefined {
  if (!isObject(media)) return 'inline_data is no object'
  const isGood = /^image\/\w+$/.test(String(media['mimeType'])) && isBase64(media['data'])
  return isGood ? unknownField('inline_data', media, ['mimeType', 'data']) : 'Unsupported MIME type or data'
}

function faultInCall(call: unknown): string | undefined {
  if (!isObject(call) || !isName(call['name'])) return 'function_call.name: Name cannot be empty.'
  return isObject(call['args']) ? unknownField('function_call', call, ['id', 'name', 'args']) : 'args is no struct'
}

function faultInResponse(response: unknown, isNew: boolean): string | undefined {
  if (!isObject(response) || !isName(response['name'])) return 'function_response.name: Name cannot be empty.'
  if (!isObject(response['response'])) return 'response is no struct'
  const media = (response['parts'] ?? []) as Json[]
  const fault = firstFault(
    media,
    (part) => unknownField('part', part, ['inlineData']) ?? faultInMedia(part['inlineData']),
  )
  return fault ?? unknownField('function_response', response, ['id', 'name', 'response', ...(isNew ? ['parts'] : [])])
}

function isName(name: unknown): boolean {
  return /^[a-zA-Z_][\w.:-]{0,63}$/.test(String(name))
}

function partsOf(content: Json | undefined): Json[] {
  return (content?.['parts'] ?? []) as Json[]
}

function callsOf(content: Json | undefined): Json[] {
  return partsOf(content).filter((part) => 'functionCall' in part)
}

/** A turn of calls follows a user; the next turn answers each of them, in order, and no other turn answers anything. */
function faultInRound(contents: readonly Json[], at: number): string | undefined {
  const calls = callsOf(contents[at]).map((part) => part['functionCall'] as Json)
  const results = partsOf(contents[at + 1]).flatMap((part) =>
    'functionResponse' in part ? [part['functionResponse'] as Json] : [],
  )
  if (at === 0 && contents[0]?.['role'] !== 'user') return 'The conversation must begin with a user turn'
  if (calls.length > 0 && contents[at - 1]?.['role'] !== 'user') {
    return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
  }
  if (calls.length !== results.length) {
    return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
  }
  if (calls.some(({ name }, place) => name !== results[place]?.['name'])) return 'function_response.name does not match'
  const idsOf = (list: Json[]) => list.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  return faultInPairing(idsOf(calls), idsOf(results))
}

function faultInTools(tools: Json[] | undefined, toolConfig: unknown): string | undefined {
  if (tools === undefined)
    return toolConfig === undefined ? undefined : 'Function calling config is set without function_declarations.'
  const mode = ((toolConfig ?? {}) as { functionCallingConfig?: Json }).functionCallingConfig?.['mode']
  if (toolConfig !== undefined && !['AUTO', 'NONE', 'ANY'].includes(String(mode))) return `Invalid mode ${String(mode)}`
  return firstFault(tools, (tool) => {
    const declarations = tool['functionDeclarations']
    if (!Array.isArray(declarations) || declarations.length === 0) return 'tools without function_declarations'
    return firstFault(declarations as Json[], faultInDeclaration)
  })
}

function faultInDeclaration(declaration: Json): string | undefined {
  const { name, description, parameters, parametersJsonSchema } = declaration
  if (!isName(name) || typeof description !== 'string') return 'Invalid function name.'
  if (parameters !== undefined && parametersJsonSchema !== undefined)
    return 'only one of parameters and parameters_json_schema'
  const known = ['name', 'description', 'parameters', 'parametersJsonSchema']
  return (
    unknownField('declaration', declaration, known) ??
    (parameters === undefined ? undefined : faultInSchema(parameters))
  )
}

const schemaFields = (
  'type format title description nullable enum items minItems maxItems properties required minProperties ' +
  'maxProperties minimum maximum minLength maxLength pattern anyOf propertyOrdering'
).split(' ')

/** The `Schema` of the API: a subset of OpenAPI 3.0. */
export function faultInSchema(schema: unknown): string | undefined {
  if (!isObject(schema)) return 'a schema is no object'
  const { type, properties, items, anyOf, required, enum: values } = schema
  if (type !== undefined && typeof type !== 'string') return 'Proto field is not repeating, cannot start list: type'
  if (
    values !== undefined &&
    (type !== 'string' || !Array.isArray(values) || !values.every((v) => typeof v === 'string'))
  )
    return 'only allowed for STRING type: enum'
  const named = Object.keys(properties ?? {})
  if (Array.isArray(required) && !required.every((name) => named.includes(String(name))))
    return 'required[0]: property is not defined'
  return (
    unknownField('schema', schema, schemaFields) ??
    firstFault(Object.values((properties ?? {}) as Json), faultInSchema) ??
    firstFault((anyOf ?? []) as Json[], faultInSchema) ??
    (items === undefined ? undefined : faultInSchema(items))
  )
}

function faultInGeneration(modelId: string, config: Json): string | undefined {
  const { maxOutputTokens = 1, thinkingConfig } = config
  if (!Number.isInteger(maxOutputTokens) || Number(maxOutputTokens) < 1) return 'max_output_tokens must be positive'
  const { thinkingBudget, thinkingLevel } = (thinkingConfig ?? {}) as Json
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    return 'You can only set one of thinking budget and thinking level.'
  if (thinkingBudget === 0 && modelId.includes('2.5-pro'))
    return 'Budget 0 is invalid. This model only works in thinking mode.'
  if (thinkingLevel !== undefined && !/gemini-(?:3|[a-z-]+-latest)/.test(modelId))
    return 'Thinking level is not supported for this model.'
  if (levelsRefusedBy(modelId).includes(String(thinkingLevel)))
    return `Thinking level is unsupported: THINKING_LEVEL_${String(thinkingLevel)}`
  return unknownField('generation_config', config, ['temperature', 'maxOutputTokens', 'thinkingConfig'])
}

function levelsRefusedBy(modelId: string): string[] {
  if (/gemini-3-pro/.test(modelId)) return ['MINIMAL', 'MEDIUM']
  return /-pro\b|gemini-3\.[78]-flash(?!-lite)/.test(modelId) ? ['MINIMAL'] : []
}
