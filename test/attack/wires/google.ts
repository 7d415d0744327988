import { sse } from './sse.ts'
import { modelAt, type Wire, type WireEvent } from './wire.ts'

function chunk(parts: object[], more: object = {}): WireEvent {
  return { data: { candidates: [{ index: 0, content: { role: 'model', parts }, ...more }], responseId: 'r1' } }
}

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }

/** Calls come whole: a fragment stands for all arguments, and text for the JSON of them. */
function argsOf(fragment: unknown): unknown {
  try {
    return typeof fragment === 'string' ? (JSON.parse(fragment) as unknown) : fragment
  } catch {
    return fragment
  }
}

const gemini: Omit<Wire, 'api' | 'model'> = {
  ...sse,
  begin: [],
  openText: [],
  text: (text) => chunk([{ text }]),
  closeText: [],
  openCall: () => [],
  argument: (fragment, { id, name }) => chunk([{ functionCall: { id, name, args: argsOf(fragment) } }]),
  closeCall: () => [],
  finish: () => [
    {
      data: {
        candidates: [{ index: 0, content: { role: 'model', parts: [] }, finishReason: 'STOP' }],
        usageMetadata,
      },
    },
  ],
  error: (message) => ({ data: { error: { code: 500, message, status: 'INTERNAL' } } }),
  plainResponse: (text) => ({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata,
  }),
}

/** Gemini of Google AI Studio. */
export const googleStudio: Wire = {
  ...gemini,
  api: 'google-generative-ai',
  model: (origin) => modelAt(`${origin}/v1beta`, { api: 'google-generative-ai', provider: 'google' }),
}

/** Gemini on Vertex AI. */
export const googleVertex: Wire = {
  ...gemini,
  api: 'google-vertex',
  model: (origin) => modelAt(`${origin}/v1`, { api: 'google-vertex', provider: 'google-vertex' }),
}
