import type { AssistantMessage, AssistantMessageEvent, Context, Model, SimpleStreamOptions } from '@dreb/ai'

import type { Grace } from '../run/abort-scope.ts'
import type { AssistantUpdateEvent, LengthRetryEvent, StreamRetryEvent } from '../types/agent-event.ts'
import type { StreamFn } from '../types/agent-loop-config.ts'

/** One question to a model, as it is asked at every attempt. */
export interface ModelRequest {
  model: Model
  context: Context
  options: SimpleStreamOptions
  /** Tokens the answer may take. */
  maxTokens: number
  streamFn: StreamFn
  getApiKey: () => string | undefined | Promise<string | undefined>
  grace: Grace
}

/** What an attempt tells while it runs. */
export type AttemptEvent =
  | Extract<AssistantMessageEvent, { type: 'start' }>
  | AssistantUpdateEvent
  | StreamRetryEvent
  | LengthRetryEvent

/** Asks for an answer. Never rejects: a failure is a message, too. Retries are wrapped around it. */
export type Attempt = (
  request: ModelRequest,
  tell: (event: AttemptEvent) => void | Promise<void>,
) => Promise<AssistantMessage>
