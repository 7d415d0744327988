/**
 * The events of a Responses stream that are read; all others (progress of server tools, `keepalive`, whatever comes
 * next) are ignored. Fields that some server leaves out are optional. The official SDK's events are assignable to these.
 */
export type OpenAIResponsesEvent =
  | { type: 'response.created' | 'response.queued' | 'response.in_progress'; response?: OpenAIResponse }
  | { type: 'response.completed' | 'response.incomplete' | 'response.failed'; response?: OpenAIResponse }
  | ({ type: 'response.output_item.added' | 'response.output_item.done'; item?: OpenAIResponsesItem } & OfItem)
  | ({ type: 'response.output_text.delta' | 'response.refusal.delta'; content_index: number; delta: string } & OfItem)
  | ({ type: 'response.reasoning_text.delta'; content_index: number; delta: string } & OfItem)
  | ({ type: 'response.reasoning_summary_text.delta'; summary_index: number; delta: string } & OfItem)
  | ({ type: 'response.function_call_arguments.delta'; delta: string } & OfItem)
  | ({ type: 'response.function_call_arguments.done'; arguments: string } & OfItem)
  | OpenAIResponsesErrorEvent
  | OpenAIWholeResponse

/** Which item an event is about. Relays leave out one or the other, or both. */
interface OfItem {
  output_index?: number
  item_id?: string
}

/** The body of a server that does not stream. */
export interface OpenAIWholeResponse extends OpenAIResponse {
  type?: undefined
  object: 'response'
}

/** A failure inside a 200: flat as documented, or with the error in an object of its own as it is really sent. */
export interface OpenAIResponsesErrorEvent {
  type: 'error'
  code?: string | null
  message?: string
  error?: OpenAIResponsesError
}

/** Why a response failed. */
export interface OpenAIResponsesError {
  type?: string | null
  code?: string | null
  message?: string
}

/** The response as a whole, as far as it is known when the event is sent. */
export interface OpenAIResponse {
  id?: string
  model?: string
  status?: string | null
  /** The finished items. Some servers leave it empty although items were streamed. */
  output?: OpenAIResponsesItem[] | null
  error?: OpenAIResponsesError | null
  incomplete_details?: { reason?: string | null } | null
  service_tier?: string | null
  usage?: OpenAIResponsesUsage | null
}

/** One item of the output; which of the fields it has depends on `type`. */
export interface OpenAIResponsesItem {
  /** `message`, `reasoning`, `function_call`, or one of many server tools. */
  type: string
  /** Of the item. GitHub Copilot sends another one in each event of the same item. */
  id?: string | null
  /** Of a function call: what its result refers to. */
  call_id?: string | null
  name?: string | null
  /** Of a function call: text. Some items of server tools hold an object. */
  arguments?: unknown
  /** Of a message: `commentary` or `final_answer`. */
  phase?: string | null
  /** Parts of a message, or the text of a reasoning item where the model does not hide it. */
  content?: OpenAIResponsesPart[] | null
  /** Of a reasoning item. */
  summary?: OpenAIResponsesPart[] | null
}

/** A part of a message or of reasoning. */
export interface OpenAIResponsesPart {
  type: string
  text?: string
  refusal?: string
}

/** Tokens; cached ones are part of the input, reasoning is part of the output. */
export interface OpenAIResponsesUsage {
  input_tokens?: number | null
  input_tokens_details?: { cached_tokens?: number | null; cache_write_tokens?: number | null } | null
  output_tokens?: number | null
  output_tokens_details?: { reasoning_tokens?: number | null } | null
  total_tokens?: number | null
}
