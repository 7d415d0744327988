import { anthropic } from '#src/apis/anthropic-messages/normalize.ts'
import { bedrock } from '#src/apis/bedrock-converse-stream/normalize.ts'
import { google } from '#src/apis/google-generative-ai/normalize.ts'
import { mistral } from '#src/apis/mistral-conversations/normalize.ts'
import { createOpenAIChatNormalizer } from '#src/apis/openai-completions/normalize.ts'
import { createOpenAIResponsesNormalizer } from '#src/apis/openai-responses/normalize.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import { type AssistantMessageEvent, toEvent } from '#src/message/events.ts'
import type { AssistantMessage } from '#src/message/message.ts'
import type { Normalizer } from '#src/message/normalizer.ts'

type Json = Record<string, unknown>

/** One wire format, as tests about all of them need it. */
export interface WireUnderTest {
  api: string
  normalizer: Normalizer<Json, unknown>
  /** A response with thinking, text, two calls and usage. */
  sample: readonly Json[]
  /** A response that ends for this reason. */
  endsWith(reason: unknown): Json[]
  /** A response of so many calls of the tool `f`, which are all open at once where the format allows it. */
  calls(count: number): Json[]
  /** A response with the text `hi` from a server that does not stream. */
  whole: Json
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

const says = (delta: Json, finish: unknown = null): Json => ({
  id: 'r1',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const chatCall = (index: number, more: Json) => ({ tool_calls: [{ index, ...more }] })

const chat = {
  sample: [
    says({ role: 'assistant', content: '' }),
    says({ reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm', index: 0 }] }),
    says({ reasoning_details: [{ type: 'reasoning.text', signature: 'sig', index: 0 }] }),
    says({ content: 'Hello' }),
    says({ content: [{ type: 'text', text: ' there' }] }),
    says(chatCall(0, { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a"' } })),
    says(chatCall(0, { function: { arguments: ':1}' }, extra_content: { google: { thought_signature: 's' } } })),
    says(chatCall(1, { id: 'c2', function: { name: 'g', arguments: '{}' } })),
    says({ refusal: '' }, 'tool_calls'),
    {
      choices: [],
      usage: {
        prompt_tokens: 5,
        completion_tokens: 2,
        total_tokens: 7,
        cost: 0.1,
        prompt_tokens_details: { cached_tokens: 1 },
      },
    },
  ],
  endsWith: (reason: unknown) => [says({ content: 'x' }), says({}, reason)],
  calls: (count: number) => [
    ...range(count).map((at) => says(chatCall(at, { id: `c${at}`, function: { name: 'f', arguments: '{"a"' } }))),
    ...range(count).map((at) => says(chatCall(at, { function: { arguments: ':1}' } }))),
    says({}, 'tool_calls'),
  ],
  whole: { id: 'r1', object: 'chat.completion', choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }] },
}

const item = (type: string, at: number, more: Json): Json => ({ type: `response.${type}`, output_index: at, ...more })
const callItem = (at: number) => ({
  type: 'function_call',
  id: `fc_${at}`,
  call_id: `c${at}`,
  name: 'f',
  arguments: '',
})
const completed = (more: Json = {}): Json => ({
  type: 'response.completed',
  response: { id: 'r1', status: 'completed', ...more },
})
const responsesUsage = {
  input_tokens: 5,
  output_tokens: 2,
  total_tokens: 7,
  input_tokens_details: { cached_tokens: 1 },
}

const responses = {
  sample: [
    { type: 'response.created', response: { id: 'r1', model: 'm' } },
    item('output_item.added', 0, { item: { type: 'reasoning', id: 'rs_1', summary: [] } }),
    item('reasoning_summary_text.delta', 0, { summary_index: 0, delta: 'hm' }),
    item('output_item.done', 0, {
      item: { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'e' },
    }),
    item('output_item.added', 1, { item: { type: 'message', id: 'msg_1' } }),
    item('output_text.delta', 1, { content_index: 0, delta: 'Hello' }),
    item('output_item.done', 1, {
      item: { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hello' }] },
    }),
    item('output_item.added', 2, { item: callItem(2) }),
    item('function_call_arguments.delta', 2, { delta: '{"a":1}' }),
    item('function_call_arguments.done', 2, { arguments: '{"a":1}' }),
    item('output_item.done', 2, { item: { ...callItem(2), arguments: '{"a":1}' } }),
    completed({ service_tier: 'default', usage: responsesUsage, output: [callItem(2)] }),
  ],
  endsWith: (reason: unknown) => [
    item('output_item.added', 0, { item: { type: 'message', id: 'msg_1' } }),
    item('output_text.delta', 0, { content_index: 0, delta: 'x' }),
    completed({ status: reason, usage: responsesUsage }),
  ],
  calls: (count: number) => [
    ...range(count).map((at) => item('output_item.added', at, { item: callItem(at) })),
    ...range(count).map((at) => item('function_call_arguments.delta', at, { delta: '{"a":1}' })),
    ...range(count).map((at) => item('output_item.done', at, { item: callItem(at) })),
    completed({ output: range(count).map(callItem) }),
  ],
  whole: {
    id: 'r1',
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'hi' }] }],
  },
}

const block = (type: string, index: number, more: Json = {}): Json => ({
  type: `content_block_${type}`,
  index,
  ...more,
})
const anthropicCall = (index: number) => block('start', index, { content_block: toolUse(index) })
const toolUse = (index: number) => ({ type: 'tool_use', id: `c${index}`, name: 'f', input: {} })
const argumentsOf = (index: number) =>
  block('delta', index, { delta: { type: 'input_json_delta', partial_json: '{"a":1}' } })
const stops = (reason: unknown): Json[] => [
  { type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
]

const anthropicWire = {
  sample: [
    { type: 'message_start', message: { id: 'r1', model: 'm', content: [], usage: { input_tokens: 5 } } },
    block('start', 0, { content_block: { type: 'thinking', thinking: '', signature: '' } }),
    block('delta', 0, { delta: { type: 'thinking_delta', thinking: 'hm' } }),
    block('delta', 0, { delta: { type: 'signature_delta', signature: 'sig' } }),
    block('stop', 0),
    block('start', 1, { content_block: { type: 'text', text: '' } }),
    block('delta', 1, { delta: { type: 'text_delta', text: 'Hello' } }),
    block('stop', 1),
    anthropicCall(2),
    argumentsOf(2),
    block('stop', 2),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 2, iterations: [] } },
    { type: 'message_stop' },
  ],
  endsWith: (reason: unknown) => [block('start', 0, { content_block: { type: 'text', text: 'x' } }), ...stops(reason)],
  calls: (count: number) => [
    ...range(count).map(anthropicCall),
    ...range(count).map(argumentsOf),
    ...range(count).map((at) => block('stop', at)),
    ...stops('tool_use'),
  ],
  whole: { type: 'message', id: 'r1', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn' },
}

const parts = (list: Json[], finishReason?: unknown): Json => ({
  responseId: 'r1',
  candidates: [{ content: { parts: list }, ...(finishReason !== undefined && { finishReason }) }],
})
const googleCall = (at: number) => ({ functionCall: { id: `c${at}`, name: 'f', args: { a: 1 } } })

const gemini = {
  sample: [
    parts([{ text: 'hm', thought: true }]),
    parts([{ text: 'Hello', thoughtSignature: 'c2ln' }]),
    parts([{ ...googleCall(0), thoughtSignature: 'c2ln' }]),
    parts([{ functionCall: { name: 'g', partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }], willContinue: true } }]),
    parts([{ functionCall: {} }], 'STOP'),
    { candidates: [], usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 2, cachedContentTokenCount: 1 } },
  ],
  endsWith: (reason: unknown) => [parts([{ text: 'x' }]), parts([], reason)],
  calls: (count: number) => [...range(count).map((at) => parts([googleCall(at)])), parts([], 'STOP')],
  whole: parts([{ text: 'hi' }], 'STOP'),
}

const frame = (type: string, contentBlockIndex: number, more: Json = {}): Json => ({
  [`contentBlock${type}`]: { contentBlockIndex, ...more },
})
const bedrockCall = (at: number) => frame('Start', at, { start: { toolUse: { toolUseId: `c${at}`, name: 'f' } } })
const bedrockInput = (at: number) => frame('Delta', at, { delta: { toolUse: { input: '{"a":1}' } } })

const converse = {
  sample: [
    { messageStart: { role: 'assistant' } },
    frame('Delta', 0, { delta: { reasoningContent: { text: 'hm' } } }),
    frame('Delta', 0, { delta: { reasoningContent: { signature: 'sig' } } }),
    frame('Stop', 0),
    frame('Delta', 1, { delta: { text: 'Hello' } }),
    frame('Stop', 1),
    bedrockCall(2),
    bedrockInput(2),
    frame('Stop', 2),
    { messageStop: { stopReason: 'tool_use' } },
    { metadata: { usage: { inputTokens: 5, outputTokens: 2, cacheDetails: [{ ttl: '1h', inputTokens: 1 }] } } },
  ],
  endsWith: (reason: unknown) => [frame('Delta', 0, { delta: { text: 'x' } }), { messageStop: { stopReason: reason } }],
  calls: (count: number) => [
    ...range(count).map(bedrockCall),
    ...range(count).map(bedrockInput),
    ...range(count).map((at) => frame('Stop', at)),
    { messageStop: { stopReason: 'tool_use' } },
  ],
  whole: { output: { message: { content: [{ text: 'hi' }] } }, stopReason: 'end_turn', usage: { inputTokens: 5 } },
}

/** Chunks of a recording are data: their types are for the normalizers to doubt. */
function asWire<Chunk, State>(normalizer: Normalizer<Chunk, State>): Normalizer<Json, unknown> {
  return normalizer as unknown as Normalizer<Json, unknown>
}

/** The eight wire formats. */
export const wires: readonly WireUnderTest[] = [
  { api: 'openai-completions', normalizer: asWire(createOpenAIChatNormalizer({ tierSetsPrice: true })), ...chat },
  { api: 'mistral-conversations', normalizer: asWire(mistral), ...chat },
  { api: 'openai-responses', normalizer: asWire(createOpenAIResponsesNormalizer()), ...responses },
  {
    api: 'azure-openai-responses',
    normalizer: asWire(createOpenAIResponsesNormalizer({ serviceTier: 'flex' })),
    ...responses,
  },
  { api: 'anthropic-messages', normalizer: asWire(anthropic), ...anthropicWire },
  { api: 'google-generative-ai', normalizer: asWire(google), ...gemini },
  { api: 'google-vertex', normalizer: asWire(google), ...gemini },
  { api: 'bedrock-converse-stream', normalizer: asWire(bedrock), ...converse },
]

/** What chunks become. */
export interface Folded {
  message: AssistantMessage
  deltas: Delta[]
  events: AssistantMessageEvent[]
}

const prices = {
  api: 'test',
  provider: 'test',
  id: 'test',
  cost: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 2 },
}

/** Folds chunks to the end, as the pipeline does. */
export function fold({ normalizer }: Pick<WireUnderTest, 'normalizer'>, chunks: readonly Json[]): Folded {
  let state = normalizer.initial
  const deltas: Delta[] = []
  for (const chunk of chunks) {
    const [next, more] = normalizer.reduce(state, chunk)
    state = next
    deltas.push(...more)
  }
  deltas.push(...normalizer.end(state)[1])
  let draft = emptyDraft(prices, 0)
  const events: AssistantMessageEvent[] = []
  for (const delta of deltas) {
    draft = accumulate(draft, delta)
    const event = toEvent(delta, draft.message)
    if (event) events.push(event)
  }
  return { message: draft.message, deltas, events }
}
