import { createOpenAIResponsesNormalizer } from '#src/apis/openai-responses/normalize.ts'
import type { OpenAIResponse, OpenAIResponsesEvent, OpenAIResponsesItem } from '#src/apis/openai-responses/wire.ts'
import { accumulate, emptyDraft } from '#src/message/accumulate.ts'
import type { Delta } from '#src/message/delta.ts'
import type { AssistantMessage } from '#src/message/message.ts'

export function deltasOf(events: readonly OpenAIResponsesEvent[], serviceTier?: string): Delta[] {
  const normalizer = createOpenAIResponsesNormalizer(serviceTier === undefined ? {} : { serviceTier })
  const deltas: Delta[] = []
  let state = normalizer.initial
  for (const event of events) {
    const [next, more] = normalizer.reduce(state, event)
    state = next
    deltas.push(...more)
  }
  return [...deltas, ...normalizer.end(state)[1]]
}

const prices = { input: 2, output: 8, cacheRead: 0.5 }

export function foldAt(serviceTier: string | undefined, ...events: OpenAIResponsesEvent[]): AssistantMessage {
  const draft = emptyDraft({ api: 'openai-responses', provider: 'openai', id: 'm', cost: prices }, 0)
  return deltasOf(events, serviceTier).reduce(accumulate, draft).message
}

export const fold = (...events: OpenAIResponsesEvent[]) => foldAt(undefined, ...events)

/** An event that no version of the types knows. */
export const unknownEvent = (type: string, fields: object = {}) =>
  ({ type, ...fields }) as unknown as OpenAIResponsesEvent

export const created: OpenAIResponsesEvent = {
  type: 'response.created',
  response: { id: 'resp_1', model: 'gpt-x', status: 'in_progress' },
}
export const added = (output_index: number, item: OpenAIResponsesItem): OpenAIResponsesEvent => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
export const done = (output_index: number, item: OpenAIResponsesItem): OpenAIResponsesEvent => ({
  type: 'response.output_item.done',
  output_index,
  item,
})
export const text = (output_index: number, delta: string, content_index = 0): OpenAIResponsesEvent => ({
  type: 'response.output_text.delta',
  output_index,
  content_index,
  delta,
})
export const refused = (output_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.refusal.delta',
  output_index,
  content_index: 0,
  delta,
})
export const summary = (output_index: number, summary_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.reasoning_summary_text.delta',
  output_index,
  summary_index,
  delta,
})
export const json = (output_index: number, delta: string): OpenAIResponsesEvent => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  delta,
})
export const completed = (response: OpenAIResponse = {}): OpenAIResponsesEvent => ({
  type: 'response.completed',
  response: { status: 'completed', ...response },
})
export const incomplete = (reason: string | undefined, response: OpenAIResponse = {}): OpenAIResponsesEvent => ({
  type: 'response.incomplete',
  response: { ...response, ...(reason !== undefined && { incomplete_details: { reason } }) },
})

const output = (...texts: string[]) => texts.map((value) => ({ type: 'output_text', text: value }))
export const message = (id: string, ...texts: string[]): OpenAIResponsesItem => ({
  type: 'message',
  id,
  content: output(...texts),
})
export const call = (id: string, name: string, args: string): OpenAIResponsesItem => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: `call_${id}`,
  name,
  arguments: args,
})
