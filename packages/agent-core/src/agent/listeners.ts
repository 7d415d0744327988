import type { OnWarning } from '@dreb/ai'

import type { Grace } from '../run/abort-scope.ts'
import { isThenable } from '../run/call-hook.ts'
import { textOf } from '../run/failed-message.ts'
import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'

/** Milliseconds that a listener is waited for once the run was aborted. */
const patienceMs = 100

/**
 * Those who listen to an agent. They are told one after the other, and waited for; what goes wrong in one of them is
 * reported and changes nothing.
 */
export class Listeners {
  /** Never changed, so that who subscribes or leaves while an event is told does not disturb the telling. */
  #listeners: readonly AgentEventSink[] = []

  add(listener: AgentEventSink): () => void {
    if (!this.#listeners.includes(listener)) this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }

  /** Tells an event. Nothing is awaited, and no promise made, unless a listener returns one. */
  tell(event: AgentEvent, hearing: Hearing): void | Promise<void> {
    const listeners = this.#listeners
    for (let index = 0; index < listeners.length; index++) {
      const busy = call(listeners[index] as AgentEventSink, event, hearing)
      if (busy) return tellRest(busy, listeners.slice(index + 1), event, hearing)
    }
  }
}

/** The circumstances of a run in which listeners hear of it. */
export interface Hearing {
  grace: Grace
  onWarning: OnWarning | undefined
  /** Those that did not come back after an abort: this run does not wait for them any more. */
  lost: Set<AgentEventSink>
}

async function tellRest(busy: Promise<void>, rest: readonly AgentEventSink[], event: AgentEvent, hearing: Hearing) {
  await busy
  for (const listener of rest) await call(listener, event, hearing)
}

function call(listener: AgentEventSink, event: AgentEvent, hearing: Hearing): void | Promise<void> {
  try {
    const busy = listener(event)
    if (isThenable(busy)) return awaited(listener, busy, hearing)
  } catch (error) {
    report(error, hearing)
  }
}

function awaited(listener: AgentEventSink, busy: PromiseLike<void>, hearing: Hearing): void | Promise<void> {
  const heard = busy.then(undefined, (error: unknown) => report(error, hearing))
  if (hearing.lost.has(listener)) return undefined
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = hearing.grace.onAbort(() => {
      timer = setTimeout(() => {
        hearing.lost.add(listener)
        resolve()
      }, patienceMs)
    })
    void heard.then(() => {
      stop()
      clearTimeout(timer)
      resolve()
    })
  })
}

function report(error: unknown, { onWarning }: Hearing): void {
  const text = `A listener of the agent failed: ${textOf(error)}`
  if (onWarning) onWarning('listener_error', text)
  // oxlint-disable-next-line no-console -- nobody asked to be told, and silence would hide a bug of the application
  else console.error(text, error)
}
