// Loaded before a sample runs: every request gets its answer from here, and nothing reaches the network. A request with
// tools and without results gets a call of the first tool, every other one a sentence.

import { anthropicWire, chatWire, type WireCall } from '../fuzz/wire.ts'

const sentence = 'From the recording.'

const proxied = [
  { type: 'start' },
  { type: 'text_start', contentIndex: 0 },
  { type: 'text_delta', contentIndex: 0, delta: sentence },
  { type: 'text_end', contentIndex: 0 },
  { type: 'done', reason: 'stop', usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2 } },
]

/** Arguments by the name of the tool. */
const given: Record<string, string> = { read_file: '{"path":"./package.json"}', read_missing: '{"path":"./nowhere"}' }

interface Body {
  tools?: { name?: string; function?: { name: string } }[]
  messages?: { role: string }[]
  input?: { type?: string }[]
}

process.env['OPENAI_API_KEY'] = 'k'
process.env['ANTHROPIC_API_KEY'] = 'k'

globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input)
  const body = JSON.parse(init?.body as string) as Body
  const headers = { 'content-type': 'text/event-stream' }
  return new Response(answerTo(new URL(url).pathname, body), { headers })
}

function answerTo(path: string, body: Body): string {
  if (path.endsWith('/api/stream')) return proxied.map(lineOf).join('')
  const name = body.tools?.[0]?.name ?? body.tools?.[0]?.function?.name
  const isAnswered = [...(body.messages ?? []), ...(body.input ?? [])].some(isResult)
  const call = name !== undefined && !isAnswered ? { id: 'call_1', name, arguments: given[name] ?? '{}' } : undefined
  if (path.endsWith('/responses')) return responses(call)
  const wire = path.endsWith('/messages') ? anthropicWire : chatWire
  return call ? wire.answer('', [call], 'whole') : wire.answer(sentence, [], 'whole')
}

function isResult(item: { role?: string; type?: string }): boolean {
  return item.role === 'tool' || item.type === 'function_call_output'
}

function lineOf(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

function responses(call: WireCall | undefined): string {
  const said = {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: sentence, annotations: [] }],
  }
  const item = call
    ? {
        type: 'function_call',
        id: 'fc_1',
        call_id: call.id,
        name: call.name,
        arguments: call.arguments,
        status: 'completed',
      }
    : said
  const response = {
    id: 'resp_1',
    model: 'm',
    status: 'completed',
    output: [item],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }
  return [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: call ? { ...item, arguments: '' } : { ...item, content: [] },
    },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ]
    .map(lineOf)
    .join('')
}
