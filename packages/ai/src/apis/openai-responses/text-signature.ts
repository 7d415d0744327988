import { asText, tryParseJson } from '../../values/json.ts'

/** What `textSignature` holds for texts of the Responses API, as JSON: which message of the provider a text was. */
export interface TextSignatureV1 {
  v: 1
  id: string
  /** `commentary` or `final_answer`. */
  phase?: string
}

/** What is known of the message that a text was. */
export interface TextSignature {
  id?: string
  phase?: 'commentary' | 'final_answer'
}

/** Reads {@link TextSignatureV1}, or the plain id of earlier versions. Nothing for what is neither. */
export function parseTextSignature(signature = ''): TextSignature {
  if (!signature.startsWith('{')) return signature === '' ? {} : { id: signature }
  const parsed = (tryParseJson(signature) ?? {}) as Partial<Record<keyof TextSignatureV1, unknown>>
  const [id, { phase }] = [asText(parsed.id), parsed]
  const isPhase = phase === 'commentary' || phase === 'final_answer'
  return { ...(id !== '' && { id }), ...(isPhase && { phase }) }
}
