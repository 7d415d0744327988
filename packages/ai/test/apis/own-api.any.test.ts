import { afterEach, beforeEach } from 'vitest'

import { defineApi, type Message, registerApi, type StreamOptions, unregisterApiProviders } from '#src/index.ts'
import { decodeSse, type Delta, failure, type Normalizer, parseError } from '#src/normalize.ts'
import { describeNormalizer, describeProvider } from '#src/testing/conformance.ts'

import { modelAt } from '../support/model-at.ts'

// The provider of docs/guides/add-a-provider.md.

interface ParrotChunk {
  word?: string
  end?: boolean
  error?: object
}

interface ParrotState {
  open: boolean
  ended: boolean
}

const parrotNormalizer: Normalizer<ParrotChunk, ParrotState> = {
  initial: { open: false, ended: false },
  reduce(state, { word, end, error }) {
    const first: Delta[] = state.open ? [] : [{ type: 'start' }, { type: 'text_start', contentIndex: 0 }]
    const delta: Delta[] = word ? [{ type: 'text_delta', contentIndex: 0, delta: word }] : []
    const failed: Delta[] = error ? [failure('server_error', parseError({ error }).message)] : []
    return [{ open: true, ended: state.ended || end === true }, [...first, ...delta, ...failed]]
  },
  end(state) {
    if (!state.ended) return [state, [failure('stream_dropped', 'Stream ended without end: true')]]
    return [
      state,
      [
        { type: 'text_end', contentIndex: 0 },
        { type: 'done', reason: 'stop' },
      ],
    ]
  },
}

const parrot = defineApi<StreamOptions, ParrotChunk, ParrotState>({
  api: 'parrot',
  normalizer: () => parrotNormalizer,
  body: (model, { messages }, options) => ({ model: model.id, say: textOf(messages), max: options.maxTokens }),
  send: async (model, payload, { signal, fetch: fetchWith = fetch }) => {
    const body = JSON.stringify(payload)
    const response = await fetchWith(`${model.baseUrl}/say`, { method: 'POST', body, ...(signal && { signal }) })
    if (response.ok) return response
    throw Object.assign(new Error(await response.text()), { status: response.status, headers: response.headers })
  },
  decode: decodeSse,
  fromSimple: (_model, options) => ({ ...options }),
})

function textOf(messages: readonly Message[]): string {
  return messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n')
}

const body = [{ word: 'Hello' }, { word: ' you' }, { end: true }]
  .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  .join('')
const broken = `data: {"word":"Hel"}\n\ndata: {"error":{"message":"out of seeds"}}\n\n`

beforeEach(() => registerApi('parrot', async () => parrot, 'test'))
afterEach(() => unregisterApiProviders('test'))

describeNormalizer('parrot', {
  normalizer: parrotNormalizer,
  decode: decodeSse<ParrotChunk>,
  samples: [{ name: 'hello', body, message: { content: [{ type: 'text', text: 'Hello you' }], stopReason: 'stop' } }],
})

describeProvider('parrot', {
  model: modelAt('http://127.0.0.1:9', { api: 'parrot', provider: 'parrot' }),
  answer: body,
  text: 'Hello you',
  errorInside: { body: broken, message: 'out of seeds' },
})
