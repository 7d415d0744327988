import type { AgentEventSink } from '../types/agent-event.ts'

/**
 * One event at a time: while the sink is still busy with an event, the next waits its turn. Several tools may tell of
 * their progress at once, and every listener hears the same order. A sink that failed gets nothing more, and everybody
 * who tells it something learns of that failure.
 */
export function inOrder(sink: AgentEventSink): AgentEventSink {
  let busy: Promise<void> | undefined

  return (event) => {
    const told = busy ? busy.then(() => sink(event)) : attempt(sink, event)
    if (!told) return undefined
    busy = told
    told.then(
      () => {
        if (busy === told) busy = undefined
      },
      // Stays: the failure is the answer to every later event, and has been taken note of here.
      () => {},
    )
    return told
  }
}

function attempt(sink: AgentEventSink, event: Parameters<AgentEventSink>[0]): void | Promise<void> {
  try {
    return sink(event)
  } catch (error) {
    return Promise.reject(error)
  }
}
