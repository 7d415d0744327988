import { AIError, type AssistantMessage, type AssistantMessageEvent, isFailed, type Model } from '@dreb/ai'

import { abortedMessage, asAborted, failedMessage } from '../run/failed-message.ts'
import type { Attempt, ModelRequest } from './model-request.ts'

/** How a stream ends that just stops. */
const dropped = new AIError('stream_dropped', 'Stream ended without a terminal event — connection likely dropped')

/** One request to the model, without retries. Whatever is thrown on the way becomes a failed message. */
export const ask: Attempt = async (request, tell) => {
  const { grace, model } = request
  if (grace.signal.aborted) return abortedMessage(model)
  const answer: Answer = { isOver: false }
  const work = receive(request, tell, answer).catch((error: unknown) => failedMessage(model, error, answer.partial))
  const message = await grace.wait(work, () => abortedMessage(model, answer.partial))
  answer.isOver = true
  return message
}

/** An answer that is being received. */
interface Answer {
  partial?: AssistantMessage
  /** Nobody waits for the rest. */
  isOver: boolean
}

async function receive(request: ModelRequest, tell: Parameters<Attempt>[1], answer: Answer): Promise<AssistantMessage> {
  const { streamFn, model, context, options, getApiKey } = request
  const apiKey = await getApiKey()
  if (request.grace.signal.aborted) return abortedMessage(model)
  const stream = await streamFn(model, context, apiKey === undefined ? options : { ...options, apiKey })
  for await (const event of stream) {
    if (answer.isOver) break
    if (event.type === 'done') return checked(event.message)
    if (event.type === 'error') return failed(model, checked(event.error), event)
    answer.partial = event.partial
    const told = tell(event)
    if (told) await told
  }
  return failedMessage(model, dropped, answer.partial)
}

/** An error is one, whatever the message of the stream function says of itself: no call of it may be run. */
function failed(model: Model, message: AssistantMessage, { reason, code }: ErrorEvent): AssistantMessage {
  if (isFailed(message)) return message
  if (reason === 'aborted') return asAborted(message)
  return failedMessage(model, new AIError(code ?? 'unexpected', message.errorMessage ?? 'The request failed'), message)
}

type ErrorEvent = Extract<AssistantMessageEvent, { type: 'error' }>

/** Stream functions are written by many. */
function checked(message: AssistantMessage | undefined): AssistantMessage {
  if (Array.isArray(message?.content)) return message
  throw new AIError('malformed_response', 'The stream function gave no message at its end')
}
