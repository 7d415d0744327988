import type { AssistantMessage } from '@dreb/ai'

import { asAborted, asRefused } from '../run/failed-message.ts'
import { finishMessage } from '../run/freeze-message.ts'
import { keep, type Run } from '../run/run.ts'
import type { LengthRetryEvent, StreamRetryEvent } from '../types/agent-event.ts'
import type { AttemptEvent, ModelRequest } from './model-request.ts'

/** One answer of the model, from the request to its last event. Failure is an answer, too. */
export async function respond(run: Run, request: ModelRequest): Promise<AssistantMessage> {
  const startedAt = performance.now()
  const opening: Opening = { isShown: false }
  const answer = await run.attempt(request, (event) => show(run, opening, event))
  const message = finishMessage(settled(answer, run.grace.signal), performance.now() - startedAt)
  if (!opening.isShown) await run.emit({ type: 'message_start', message })
  keep(run, message)
  await run.emit({ type: 'message_end', message })
  return message
}

/** How the answer counts: what an abort cut short was aborted, and a refusal is final whatever the vendor called it. */
function settled(answer: AssistantMessage, { aborted }: AbortSignal): AssistantMessage {
  const isWhole = answer.stopReason === 'stop' || answer.stopReason === 'toolUse'
  if (aborted && !isWhole) return asAborted(answer)
  return answer.refusal && answer.stopReason !== 'aborted' ? asRefused(answer, answer.refusal) : answer
}

/** Whether listeners have been shown the start of the message. */
interface Opening {
  isShown: boolean
}

function show(run: Run, opening: Opening, event: AttemptEvent): void | Promise<void> {
  const { isShown } = opening
  if (event.type === 'start') {
    opening.isShown = true
    return run.emit({ type: 'message_start', message: event.partial })
  }
  if (event.type === 'stream_retry' || event.type === 'length_retry') {
    opening.isShown = false
    return run.emit(isShown ? event : withoutPartial(event))
  }
  if (isShown) return run.emit({ type: 'message_update', message: event.partial, assistantMessageEvent: event })
}

function withoutPartial(event: StreamRetryEvent | LengthRetryEvent): StreamRetryEvent | LengthRetryEvent {
  const { discardedPartial: _, ...rest } = event
  return rest
}
