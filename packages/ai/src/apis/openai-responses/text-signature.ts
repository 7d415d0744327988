/** Which message of the vendor a text was. */
export interface TextSignature {
  id?: string
  phase?: 'commentary' | 'final_answer'
}

/** Reads `{"v":1,"id","phase"}`, or the plain id of earlier versions. Nothing for what is neither. */
export function parseTextSignature(signature = ''): TextSignature {
  if (!signature.startsWith('{')) return signature === '' ? {} : { id: signature }
  const { id, phase } = parseObject(signature)
  const isPhase = phase === 'commentary' || phase === 'final_answer'
  return { ...(typeof id === 'string' && id !== '' && { id }), ...(isPhase && { phase }) }
}

function parseObject(text: string): { id?: unknown; phase?: unknown } {
  try {
    return JSON.parse(text) as { id?: unknown; phase?: unknown }
  } catch {
    return {}
  }
}
