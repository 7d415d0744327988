import { Grace } from '../run/abort-scope.ts'
import type { AgentSettings } from './agent-options.ts'
import type { Hearing } from './listeners.ts'

/** A run of an agent, from outside. */
export class ActiveRun {
  readonly controller = new AbortController()
  readonly hearing: Hearing
  readonly done: Promise<void>
  #resolve!: () => void

  constructor(onWarning: AgentSettings['onWarning']) {
    this.hearing = { grace: new Grace(this.controller.signal), onWarning, lost: new Set() }
    this.done = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  end(): void {
    this.hearing.grace.end()
    this.#resolve()
  }
}
