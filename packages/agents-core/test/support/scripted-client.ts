import type OpenAI from 'openai'

import type { AgentNS, Chunk } from '#src/index.ts'

/** A call that a scripted model makes. */
export interface ScriptedCall {
  id?: string
  name: string
  /** The text the model writes; default the JSON of `args`. */
  raw?: string
  args?: Record<string, unknown>
}

/** One answer of a scripted model: text, then calls, then its end. */
export interface Turn {
  reasoning?: string
  text?: string
  calls?: ScriptedCall[]
  usage?: AgentNS.Usage
  /** Default: what fits; `null`: the stream ends without one. */
  finish?: string | null
  /** `create` rejects. */
  rejects?: Error
  /** The stream breaks after what it said. */
  breaks?: Error
  /** Nothing more comes, before the headers or after what was said, until the request is aborted. */
  hangs?: 'before headers' | 'at the end'
  /** Not even when the request is aborted. */
  isDeaf?: boolean
  /** The chunks themselves, instead of all that. */
  chunks?: unknown[]
}

/** A request as it came in. */
export interface ScriptedRequest {
  body: Record<string, unknown> & { messages: AgentNS.Message[]; tools?: AgentNS.ToolDefine[] }
  signal: AbortSignal
}

/** One turn of the event loop; without the millisecond of a timer, where the host has a way. */
export const tick = (): Promise<void> =>
  new Promise((resolve) => (globalThis.setImmediate ?? setTimeout)(() => resolve()))

/** A chunk with one delta. */
export function chunk(delta: object, finish_reason: string | null = null, more: object = {}): unknown {
  return {
    id: 'r1',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  }
}

export function usageChunk(usage: AgentNS.Usage): unknown {
  return { id: 'r1', object: 'chat.completion.chunk', model: 'm', choices: [], usage }
}

export function usage(prompt_tokens: number, completion_tokens: number): AgentNS.Usage {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

/** An object with the one method of the official client that an agent uses, and answers written down beforehand. */
export function scriptedClient(turns: readonly Turn[], onRequest?: (request: ScriptedRequest, nth: number) => void) {
  const requests: ScriptedRequest[] = []

  const completions = {
    async create(this: unknown, body: ScriptedRequest['body'], { signal }: { signal: AbortSignal }) {
      if (this !== completions) throw new TypeError('create was called without its object')
      const request = { body: structuredClone(body), signal }
      const turn = turns[requests.push(request) - 1]
      onRequest?.(request, requests.length)
      await tick()
      if (!turn) throw new Error('the script has no more turns')
      if (turn.hangs === 'before headers') await never(turn, signal)
      if (signal.aborted && !turn.isDeaf) throw new Error('Request was aborted.')
      if (turn.rejects) throw turn.rejects
      return { [Symbol.asyncIterator]: () => iterate(turn, signal) }
    },
  }
  return { client: { chat: { completions } } as unknown as OpenAI, requests }
}

async function* iterate(turn: Turn, signal: AbortSignal): AsyncGenerator<Chunk> {
  for (const one of turn.chunks ?? chunksOf(turn)) {
    await tick()
    // As the official client does it: after an abort the iteration just ends.
    if (signal.aborted && !turn.isDeaf) return
    yield one as Chunk
  }
  if (turn.breaks) throw turn.breaks
  if (turn.hangs === 'at the end') await never(turn, signal)
}

function never({ isDeaf }: Turn, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isDeaf) return
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function chunksOf({ reasoning, text = '', calls = [], finish, usage: used, breaks, hangs }: Turn): unknown[] {
  const half = Math.ceil(text.length / 2)
  const said = [text.slice(0, half), text.slice(half)].filter(Boolean).map((content) => chunk({ content }))
  const end = finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : finish
  const isCut = end === null || breaks || hangs
  return [
    ...(reasoning ? [chunk({ reasoning_content: reasoning })] : []),
    ...said,
    ...calls.flatMap((call, index) => callChunks(call, index)),
    ...(isCut ? [] : [chunk({}, end)]),
    ...(used ? [usageChunk(used)] : []),
  ]
}

function callChunks({ id, name, raw, args = {} }: ScriptedCall, index: number): unknown[] {
  const text = raw ?? JSON.stringify(args)
  const half = Math.ceil(text.length / 2)
  const pieces = [text.slice(0, half), text.slice(half)].filter(Boolean)
  return [
    chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]
}
