// The floor: fetch, split, JSON.parse, and of the message only what a next turn needs.
import type { Tally } from '../task.ts'
import { toolName, toolParameters, type Wire } from '../wire.ts'
import { type Contender, prompt, toolResult } from './contender.ts'

interface OpenAIChunk {
  choices: {
    delta: { content?: string | null; tool_calls?: { index: number; id?: string; function: { arguments: string } }[] }
  }[]
}

interface AnthropicChunk {
  type: string
  index: number
  content_block?: { type: string; id: string }
  delta?: { text?: string; partial_json?: string }
}

/** What was read of an answer. */
interface Read {
  text: string
  calls: { id: string; pieces: string[] }[]
}

type ReadChunk = (read: Read, chunk: unknown) => void

const readers: Record<Wire, ReadChunk> = {
  openai(read, chunk) {
    const delta = (chunk as OpenAIChunk).choices[0]?.delta
    if (delta?.content) read.text += delta.content
    for (const call of delta?.tool_calls ?? []) {
      if (call.id) read.calls[call.index] = { id: call.id, pieces: [] }
      read.calls[call.index]?.pieces.push(call.function.arguments)
    }
  },
  anthropic(read, chunk) {
    const { content_block: block, delta } = chunk as AnthropicChunk
    if (block?.type === 'tool_use') read.calls.push({ id: block.id, pieces: [] })
    if (delta?.text) read.text += delta.text
    if (delta?.partial_json) read.calls.at(-1)?.pieces.push(delta.partial_json)
  },
}

const paths: Record<Wire, string> = { openai: '/v1/chat/completions', anthropic: '/v1/messages' }

const tools: Record<Wire, object[]> = {
  openai: [{ type: 'function', function: { name: toolName, description: toolName, parameters: toolParameters } }],
  anthropic: [{ name: toolName, description: toolName, input_schema: toolParameters }],
}

/** The messages that an answer and the results of its calls add. */
const turns: Record<Wire, (read: Read) => object[]> = {
  openai: ({ text, calls }) => [
    {
      role: 'assistant',
      content: text,
      tool_calls: calls.map(({ id, pieces }) => ({
        id,
        type: 'function',
        function: { name: toolName, arguments: pieces.join('') },
      })),
    },
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: toolResult })),
  ],
  anthropic: ({ text, calls }) => [
    {
      role: 'assistant',
      content: [
        { type: 'text', text },
        ...calls.map(({ id, pieces }) => ({
          type: 'tool_use',
          id,
          name: toolName,
          input: JSON.parse(pieces.join('')) as unknown,
        })),
      ],
    },
    { role: 'user', content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: toolResult })) },
  ],
}

async function request(wire: Wire, url: string, messages: object[], tally: Tally): Promise<Read> {
  const body = JSON.stringify({ model: 'bench', max_tokens: 1024, stream: true, messages, tools: tools[wire] })
  const response = await fetch(url + paths[wire], { method: 'POST', body })
  const read: Read = { text: '', calls: [] }
  await readEvents(response, (data) => readers[wire](read, JSON.parse(data)))
  tally.text += read.text.length
  for (const { pieces } of read.calls) tally.args += pieces.reduce((sum, { length }) => sum + length, 0)
  return read
}

async function readEvents(response: Response, onData: (data: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let rest = ''
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const events = (rest + decoder.decode(step.value, { stream: true })).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.slice(event.indexOf('data: ') + 6)
      if (data !== '[DONE]') onData(data)
    }
  }
}

/** Without any library. */
export const contender: Contender = {
  load: async (wire) => ({
    async ask(url, tally) {
      await request(wire, url, [{ role: 'user', content: prompt }], tally)
    },
    async converse(url, tally, onTurn) {
      const messages: object[] = [{ role: 'user', content: prompt }]
      for (let read = await request(wire, url, messages, tally); read.calls.length > 0;) {
        messages.push(...turns[wire](read))
        onTurn()
        read = await request(wire, url, messages, tally)
      }
    },
  }),
}
