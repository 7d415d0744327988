/**
 * Where the reasoning of a Chat Completions answer came from, as it is kept in `thinkingSignature`: the name of the wire
 * field, or, where opaque details came with it, JSON of both.
 */
export interface ReasoningSignature {
  field: string
  /** Entries of `reasoning_details` that hold a signature or encrypted data; they go back as they came. */
  details?: object[]
}

/** As `thinkingSignature`: the bare name of the field where there is nothing else. */
export function formatReasoningSignature({ field, details = [] }: ReasoningSignature): string {
  return details.length === 0 ? field : JSON.stringify({ field, details })
}

/** Undefined for the signature of another API. */
export function parseReasoningSignature(signature: string | undefined): ReasoningSignature | undefined {
  if (signature === undefined) return undefined
  if (reasoningFields.has(signature)) return { field: signature }
  return signature.startsWith('{"field":') ? parseDetails(signature) : undefined
}

/** A history from elsewhere may hold anything here. */
function parseDetails(signature: string): ReasoningSignature | undefined {
  try {
    const parsed = JSON.parse(signature) as ReasoningSignature
    return reasoningFields.has(parsed.field) && Array.isArray(parsed.details) ? parsed : undefined
  } catch {
    return undefined
  }
}

const reasoningFields: ReadonlySet<string> = new Set([
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'reasoning_details',
])
