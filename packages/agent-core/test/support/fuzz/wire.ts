import { faultInAnthropic } from '../../../../ai/test/support/strict/anthropic-messages.ts'
import { faultInChat } from '../../../../ai/test/support/strict/openai-completions.ts'

/** A call that a response makes. `cut` leaves out the end of its arguments. */
export interface WireCall {
  id: string
  name: string
  arguments: string
}

/** How a response ends. `open` is no end at all: the body just stops. */
export type WireEnd = 'whole' | 'length' | 'refusal' | 'open' | 'errorObject'

/** A wire format: what it takes, and how it says a response. */
export interface Wire {
  api: string
  provider: string
  faultIn(body: unknown): string | undefined
  answer(text: string, calls: readonly WireCall[], end: WireEnd): string
}

const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`

const chunk = (delta: object, finish: string | null = null) =>
  data({ id: 'r', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })

export const chatWire: Wire = {
  api: 'openai-completions',
  provider: 'openai',
  faultIn: (body) => faultInChat(body),
  answer(text, calls, end) {
    const said = text ? chunk({ content: text }) : ''
    const called = calls.map(({ id, name, arguments: args }, index) =>
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] }),
    )
    return said + called.join('') + chatEnd(end, calls.length > 0)
  },
}

function chatEnd(end: WireEnd, hasCalls: boolean): string {
  switch (end) {
    case 'whole':
      return `${chunk({}, hasCalls ? 'tool_calls' : 'stop')}data: [DONE]\n\n`
    case 'length':
      return `${chunk({}, 'length')}data: [DONE]\n\n`
    case 'refusal':
      return `${chunk({ refusal: 'I can not do that' })}${chunk({}, 'stop')}data: [DONE]\n\n`
    case 'errorObject':
      return data({ error: { message: 'The server is overloaded', type: 'server_error', code: 'overloaded' } })
    case 'open':
      return ''
  }
}

const event = (fields: { type: string; [field: string]: unknown }) => `event: ${fields.type}\n${data(fields)}`

export const anthropicWire: Wire = {
  api: 'anthropic-messages',
  provider: 'anthropic',
  faultIn: faultInAnthropic,
  answer(text, calls, end) {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const start = event({ type: 'message_start', message: { id: 'r', model: 'm', usage } })
    const said = text ? textBlock(text) : ''
    const called = calls.map((call, at) => callBlock(call, at + (text ? 1 : 0))).join('')
    return start + said + called + anthropicEnd(end, calls.length > 0)
  },
}

function textBlock(text: string): string {
  const block = event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  const delta = event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })
  return block + delta + event({ type: 'content_block_stop', index: 0 })
}

function callBlock({ id, name, arguments: args }: WireCall, index: number): string {
  const block = event({ type: 'content_block_start', index, content_block: { type: 'tool_use', id, name, input: {} } })
  const delta = event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: args } })
  return block + delta + event({ type: 'content_block_stop', index })
}

function anthropicEnd(end: WireEnd, hasCalls: boolean): string {
  if (end === 'open') return ''
  if (end === 'errorObject') return event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })
  const reasons = { whole: hasCalls ? 'tool_use' : 'end_turn', length: 'max_tokens', refusal: 'refusal' }
  const delta = { stop_reason: reasons[end], stop_sequence: null }
  return event({ type: 'message_delta', delta, usage: { output_tokens: 2 } }) + event({ type: 'message_stop' })
}
