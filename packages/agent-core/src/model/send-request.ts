import { AIError, type AssistantMessage, isFailed, isTransient, type Model, type SimpleStreamOptions } from '@dreb/ai'

import type { AbortScope } from '../run/abort-scope.ts'
import { abortedMessage, asAborted, failedMessage } from '../run/failed-message.ts'
import { isThenable } from '../run/is-thenable.ts'
import type { ModelRequest, RequestModel } from '../run/model-request.ts'
import type { GetApiKey, StreamFn, StreamFnEvent } from '../types/agent-loop-config.ts'

/** How requests reach a model. */
export interface RequestSetup {
  scope: AbortScope
  streamFn: StreamFn
  options: SimpleStreamOptions
  getApiKey: GetApiKey | undefined
}

/** Makes one request, without retries. Whatever is thrown on the way becomes a failed message. */
export function createRequestModel(setup: RequestSetup): RequestModel {
  const { scope } = setup
  return async (request, notify) => {
    const reception: Reception = { isOver: false, close: () => {} }
    const work = receive(setup, request, notify, reception).catch((error: unknown) =>
      scope.aborted
        ? abortedMessage(request.model, reception.partial)
        : failedMessage(request.model, error, reception.partial),
    )
    const giveUp = () => {
      reception.close()
      return abortedMessage(request.model, reception.partial)
    }
    const message = await scope.wait(work, giveUp)
    reception.isOver = true
    return message
  }
}

/** A response that is being received. */
interface Reception {
  partial?: AssistantMessage
  /** Nobody waits for the rest. */
  isOver: boolean
  close: () => void
}

async function receive(
  setup: RequestSetup,
  request: ModelRequest,
  notify: Parameters<RequestModel>[1],
  reception: Reception,
): Promise<AssistantMessage> {
  const { model } = request
  const stream = await open(setup, request)
  const iterator = stream[Symbol.asyncIterator]()
  reception.close = () => close(iterator)
  for await (const event of { [Symbol.asyncIterator]: () => iterator }) {
    if (reception.isOver) break
    if (event.type === 'done') return checked(event.message)
    if (event.type === 'error') return failed(model, checked(event.error), event)
    reception.partial = event.partial
    const delivery = notify(event)
    if (delivery) await delivery
  }
  throw new AIError('stream_dropped', 'Stream ended without a terminal event — connection likely dropped')
}

async function open({ scope, streamFn, options, getApiKey }: RequestSetup, request: ModelRequest) {
  const { model, context, maxTokens } = request
  const apiKey = await scope.step(() => getApiKey?.(model.provider))
  const sent = { ...options, maxTokens, signal: scope.signal }
  return streamFn(model, context, apiKey === undefined ? sent : { ...sent, apiKey })
}

/** Nobody reads the stream any more: it may release what it holds. */
function close(iterator: AsyncIterator<unknown>): void {
  const closed = iterator.return?.()
  if (isThenable(closed)) void Promise.resolve(closed).catch(() => {})
}

/** An error is one, whatever the message of the stream function says of itself: no call of it may be run. */
function failed(model: Model, message: AssistantMessage, event: ErrorEvent): AssistantMessage {
  if (event.reason === 'aborted' && !isFailed(message)) return asAborted(message)
  const { code = message.errorCode, retryable = message.retryable, retryAfterMs = message.retryAfterMs } = event
  const facts = {
    ...(code !== undefined && { errorCode: code }),
    ...(retryable !== undefined || code !== undefined ? { retryable: retryable ?? isTransient(code!) } : {}),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
  if (isFailed(message)) return { ...message, ...facts }
  const error = new AIError(code ?? 'unexpected', message.errorMessage ?? 'The request failed', { retryable })
  return { ...failedMessage(model, error, message), ...facts }
}

type ErrorEvent = Extract<StreamFnEvent, { type: 'error' }>

/** Stream functions are written by many. */
function checked(message: AssistantMessage | undefined): AssistantMessage {
  if (Array.isArray(message?.content)) return message
  throw new AIError('malformed_response', 'The last event of the stream function must carry a message, got none')
}
