/** The wire formats that are measured. */
export type Wire = 'openai' | 'anthropic'

/** What a model answers. */
export interface Answer {
  /** Text, in pieces of eight characters. */
  textDeltas: number
  /** Tool calls, with the size in characters of their arguments, which come in pieces of eight characters. */
  calls: readonly { id: string; size: number }[]
}

/** The only tool there is. */
export const toolName = 'write'

/** What the tool takes. */
export const toolParameters = {
  type: 'object' as const,
  properties: { content: { type: 'string' as const } },
  required: ['content'],
}

const pieceLength = 8
const text = 'Gar viel '
const envelope = '{"content":""}'

/** The server-sent events of an answer. */
export function render(wire: Wire, answer: Answer): string {
  return wire === 'openai' ? renderOpenAI(answer) : renderAnthropic(answer)
}

/** The arguments of a call, as JSON of this length. */
export function argumentsOf(length: number): string {
  return `{"content":"${'abcdefg '.repeat(Math.ceil(length / 8)).slice(0, Math.max(0, length - envelope.length))}"}`
}

function piecesOf(length: number): string[] {
  const whole = argumentsOf(length)
  return Array.from({ length: Math.ceil(whole.length / pieceLength) }, (_, at) =>
    whole.slice(at * pieceLength, (at + 1) * pieceLength),
  )
}

const textPieces = ({ textDeltas }: Answer) => Array.from({ length: textDeltas }, () => text.slice(0, pieceLength))

const events = (list: readonly object[]) => list.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')

function renderOpenAI(answer: Answer): string {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'chatcmpl-CdB4QyN9oQGvE3fTq1m2l8xWzLrJk',
    object: 'chat.completion.chunk',
    created: 1763000000,
    model: 'gpt-4o-2024-11-20',
    service_tier: 'default',
    system_fingerprint: 'fp_b54fe76834',
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  })
  const call = (index: number, delta: object) => chunk({ tool_calls: [{ index, ...delta }] })
  const calls = answer.calls.flatMap(({ id, size }, index) => [
    call(index, { id, type: 'function', function: { name: toolName, arguments: '' } }),
    ...piecesOf(size).map((piece) => call(index, { function: { arguments: piece } })),
  ])
  const said = textPieces(answer).map((content) => chunk({ content }))
  const last = chunk({}, calls.length > 0 ? 'tool_calls' : 'stop')
  return `${events([chunk({ role: 'assistant', content: '' }), ...said, ...calls, last])}data: [DONE]\n\n`
}

function renderAnthropic(answer: Answer): string {
  const block = (index: number, content_block: object, deltas: object[]) => [
    { type: 'content_block_start', index, content_block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
  const said = textPieces(answer).map((piece) => ({ type: 'text_delta', text: piece }))
  const calls = answer.calls.flatMap(({ id, size }, at) => {
    const deltas = piecesOf(size).map((partial_json) => ({ type: 'input_json_delta', partial_json }))
    return block(at + 1, { type: 'tool_use', id, name: toolName, input: {} }, deltas)
  })
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null }
  const list = [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } } },
    ...block(0, { type: 'text', text: '' }, said),
    ...calls,
    {
      type: 'message_delta',
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
      usage: { output_tokens: 9 },
    },
    { type: 'message_stop' },
  ]
  return list.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`).join('')
}
