import { jsonText, tryParseJson } from '../../values/json.ts'

/**
 * Where the reasoning of a Chat Completions response came from, as it is kept in `thinkingSignature`: the name of the
 * wire field, or, where opaque details came with it, JSON of both.
 */
export interface ReasoningSignature {
  field: string
  /** Entries of `reasoning_details`; they go back as they came. */
  details?: object[]
}

/** As `thinkingSignature`: the bare name of the field where there is nothing else. */
export function formatReasoningSignature({ field, details = [] }: ReasoningSignature): string {
  return details.length === 0 ? field : jsonText({ field, details })
}

/** Undefined for the signature of another API; a history from elsewhere may hold anything here. */
export function parseReasoningSignature(signature: string | undefined): ReasoningSignature | undefined {
  if (signature === undefined) return undefined
  if (reasoningFields.has(signature)) return { field: signature }
  const { field, details } = signature.startsWith('{"field":') ? parseObject(signature) : {}
  const isKnown = typeof field === 'string' && reasoningFields.has(field) && Array.isArray(details)
  return isKnown ? { field, details: details as object[] } : undefined
}

const reasoningFields: ReadonlySet<string> = new Set([
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'reasoning_details',
])

/** What goes back with a call, as it is kept in its `thoughtSignature`. */
export interface CallSignature {
  /** `extra_content` of the call: Gemini's signature behind a chat endpoint. */
  extra?: object | undefined
  /** Entries of `reasoning_details` that belong to the call. */
  details?: object[]
}

/** As `thoughtSignature`: the entry alone where there is nothing else. */
export function formatCallSignature({ extra, details = [] }: CallSignature): string {
  const [only] = details
  if (!extra && details.length === 1) return jsonText(only)
  return jsonText({ ...(extra && { extra_content: extra }), ...(details.length > 0 && { details }) })
}

/** Nothing for the signature of another API. */
export function parseCallSignature(signature = ''): CallSignature {
  const parsed = signature.startsWith('{') ? parseObject(signature) : {}
  const { type, extra_content: extra, details } = parsed
  if (typeof type === 'string') return { details: [parsed] }
  const isExtra = typeof extra === 'object' && extra !== null
  return { ...(isExtra && { extra }), ...(Array.isArray(details) && { details: details as object[] }) }
}

function parseObject(text: string): Record<string, unknown> {
  const parsed = tryParseJson(text)
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
}
