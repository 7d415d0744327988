import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'
import { isThenable } from './is-thenable.ts'

/**
 * One event at a time: while the sink is busy with an event, the next waits its turn. Several tools may report progress
 * at once, and every listener gets the same order. A sink that failed gets nothing more, and every later event rejects
 * with that failure.
 */
export function serialize(sink: AgentEventSink): (event: AgentEvent) => void | Promise<void> {
  let busy: Promise<void> | undefined

  return (event) => {
    const delivery = busy ? busy.then(() => sink(event) as Promise<void>) : deliver(sink, event)
    if (!delivery) return undefined
    busy = delivery
    delivery.then(
      () => {
        if (busy === delivery) busy = undefined
      },
      // Stays: every later event rejects with this failure, which has been noted here.
      () => {},
    )
    return delivery
  }
}

/** Makes no promise unless the sink gives one. */
function deliver(sink: AgentEventSink, event: AgentEvent): Promise<void> | undefined {
  try {
    const delivery = sink(event)
    return isThenable(delivery) ? Promise.resolve(delivery as PromiseLike<void>) : undefined
  } catch (error) {
    return Promise.reject(error)
  }
}
