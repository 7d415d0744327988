import { errorText, type OnWarning } from '@dreb/ai'

import { type AbortScope, graceMs } from '../run/abort-scope.ts'
import { isThenable } from '../run/is-thenable.ts'
import { safeWarning } from '../run/warn.ts'
import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'

/**
 * The listeners of an agent. They are called one after the other, and awaited; what goes wrong in one of them is
 * reported and changes nothing.
 */
export class Listeners {
  /** Never changed in place, so that subscribing or leaving while an event is delivered does not disturb the delivery. */
  #listeners: readonly AgentEventSink[] = []

  add(listener: AgentEventSink): () => void {
    if (!this.#listeners.includes(listener)) this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }

  /** Delivers an event. Nothing is awaited, and no promise made, unless a listener returns one. */
  notify(event: AgentEvent, delivery: Delivery): void | Promise<void> {
    const listeners = this.#listeners
    for (let index = 0; index < listeners.length; index++) {
      const busy = call(listeners[index] as AgentEventSink, event, delivery)
      if (busy) return notifyRest(busy, listeners.slice(index + 1), event, delivery)
    }
  }
}

/** How the events of a run are delivered. */
export interface Delivery {
  scope: AbortScope
  onWarning: OnWarning | undefined
  /** Those that did not return after an abort: this run does not wait for them any more. */
  lost: Set<AgentEventSink>
}

async function notifyRest(busy: Promise<void>, rest: readonly AgentEventSink[], event: AgentEvent, delivery: Delivery) {
  await busy
  for (const listener of rest) await call(listener, event, delivery)
}

function call(listener: AgentEventSink, event: AgentEvent, delivery: Delivery): void | Promise<void> {
  try {
    const busy = listener(event)
    if (isThenable(busy)) return settled(listener, Promise.resolve(busy), delivery)
  } catch (error) {
    reportFailure(error, delivery.onWarning)
  }
}

function settled(listener: AgentEventSink, busy: Promise<unknown>, delivery: Delivery): void | Promise<void> {
  const done = busy.catch((error: unknown) => reportFailure(error, delivery.onWarning))
  if (delivery.lost.has(listener)) return undefined
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = delivery.scope.onAbort(() => {
      timer = setTimeout(() => {
        delivery.lost.add(listener)
        resolve()
      }, graceMs)
    })
    void done.then(() => {
      stop()
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Reports what a listener threw, as the warning `listener_error` or on the console. Never throws. */
export function reportFailure(error: unknown, onWarning: OnWarning | undefined): void {
  const text = `A listener of the agent failed: ${errorText(error)}`
  if (onWarning) safeWarning(onWarning)('listener_error', text)
  // oxlint-disable-next-line no-console -- without a callback, silence would hide a bug of the application
  else console.error(text)
}
