import { AbortScope } from '../run/abort-scope.ts'
import { Fifo } from '../run/fifo.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import type { AgentSettings } from './agent-options.ts'
import type { Delivery } from './listeners.ts'

/** A run of an agent, from outside. */
export class ActiveRun {
  readonly controller = new AbortController()
  readonly delivery: Delivery
  readonly done: Promise<void>
  /** Messages that the run was given and that are not in the conversation yet. */
  readonly accepted: Fifo<AgentMessage>
  #resolve!: () => void
  readonly #unlink: () => void

  /** @param signal of the caller: aborts this run. Nothing listens to it once the run is over. */
  constructor(prompts: readonly AgentMessage[], onWarning: AgentSettings['onWarning'], signal?: AbortSignal) {
    this.accepted = new Fifo(prompts)
    this.#unlink = link(signal, this.controller)
    this.delivery = { scope: new AbortScope(this.controller.signal), onWarning, lost: new Set() }
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  end(): void {
    this.#unlink()
    this.delivery.scope.end()
    this.#resolve()
  }
}

function link(signal: AbortSignal | undefined, controller: AbortController): () => void {
  if (!signal) return () => {}
  const abort = () => controller.abort(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return () => signal.removeEventListener('abort', abort)
}
