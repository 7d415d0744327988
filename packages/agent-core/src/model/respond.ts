import type { AssistantMessage } from '@dreb/ai'

import { asAborted, asRefused } from '../run/failed-message.ts'
import { finishMessage } from '../run/freeze-message.ts'
import type { ModelRequest, ResponseEvent } from '../run/model-request.ts'
import { keepMessage, type Run } from '../run/run.ts'
import type { LengthRetryEvent, StreamRetryEvent } from '../types/agent-event.ts'

/** One response of the model, from the request to its last event. A failure is a response, too. */
export async function respond(run: Run, request: ModelRequest): Promise<AssistantMessage> {
  const startedAt = performance.now()
  const opening: Opening = { isShown: false }
  const response = await run.requestModel(request, (event) => emitResponse(run, opening, event))
  const message = finishMessage(settled(response, run.scope.aborted), performance.now() - startedAt)
  if (!opening.isShown) await run.emit({ type: 'message_start', message })
  keepMessage(run, message)
  await run.emit({ type: 'message_end', message })
  return message
}

/** Only a response that ended as promised may have its calls run. */
export function isComplete({ stopReason }: AssistantMessage): boolean {
  return stopReason === 'stop' || stopReason === 'toolUse'
}

/** How the response counts: what an abort cut short is aborted, and a refusal is final whatever the provider called it. */
function settled(response: AssistantMessage, aborted: boolean): AssistantMessage {
  if (aborted && !isComplete(response)) return asAborted(response)
  return response.refusal && response.stopReason !== 'aborted' ? asRefused(response, response.refusal) : response
}

/** Whether listeners have been shown the start of the message. */
interface Opening {
  isShown: boolean
}

function emitResponse(run: Run, opening: Opening, event: ResponseEvent): void | Promise<void> {
  const { isShown } = opening
  if (event.type === 'start') {
    opening.isShown = true
    return run.emit({ type: 'message_start', message: event.partial })
  }
  if (event.type === 'stream_retry' || event.type === 'length_retry') {
    opening.isShown = false
    return run.emit(isShown ? event : withoutPartial(event))
  }
  return isShown
    ? run.emit({ type: 'message_update', message: event.partial, assistantMessageEvent: event })
    : undefined
}

function withoutPartial(event: StreamRetryEvent | LengthRetryEvent): StreamRetryEvent | LengthRetryEvent {
  const { discardedPartial: _, ...rest } = event
  return rest
}
