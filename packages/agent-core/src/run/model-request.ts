import type { AssistantMessage, AssistantMessageEvent, Context, Model } from '@dreb/ai'

import type { AssistantUpdateEvent, LengthRetryEvent, StreamRetryEvent } from '../types/agent-event.ts'

/** One request to a model, the same for every attempt. */
export interface ModelRequest {
  model: Model
  context: Context
  /** Tokens the response may take. */
  maxTokens: number
}

/** What happens while a response is received. */
export type ResponseEvent =
  | Extract<AssistantMessageEvent, { type: 'start' }>
  | AssistantUpdateEvent
  | StreamRetryEvent
  | LengthRetryEvent

/** Requests a response. Never rejects: a failure is a message, too. Retries are wrapped around it. */
export type RequestModel = (
  request: ModelRequest,
  notify: (event: ResponseEvent) => void | Promise<void>,
) => Promise<AssistantMessage>
