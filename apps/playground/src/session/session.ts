import { load } from '@dreb/fixtures'

import { runFixture } from '../agents/run-fixture.ts'
import { ReplayClock } from '../replay/clock.ts'
import type { RunAction } from '../timeline/run-state.ts'
import {
  type Cast,
  type Cursor,
  phaseOf,
  playersOf,
  reduceSession,
  type SessionAction,
  type SessionState,
  startOfSession,
} from './session-state.ts'
import { createStore, type Store } from './store.ts'

/** What is running, if anything is. */
interface Playing {
  clock: ReplayClock
  controller: AbortController
}

/** A session over the recordings that come with the playground: its state, and what one can do in it. Nothing leaves the page. */
export class Session {
  readonly store: Store<SessionState, SessionAction>
  #playing: Playing | undefined

  /** @param fixture full name of the recording to begin with. */
  constructor(fixture: string) {
    this.store = createStore(reduceSession, startOfSession(fixture), ({ type }) => type !== 'run')
  }

  /** Starts from the beginning; while something is running: pauses it, or goes on. */
  readonly toggle = (): void => {
    const phase = phaseOf(this.store.getState())
    if (phase === 'idle') this.#start(false)
    else this.#pause(phase === 'playing')
  }

  /** Lets the next thing happen. Starts if nothing is running. */
  readonly step = (): void => {
    if (phaseOf(this.store.getState()) === 'idle') return this.#start(true)
    this.#pause(true)
    this.look(undefined)
    this.#playing?.clock.step()
  }

  /** Aborts what is running. */
  readonly abort = (): void => this.#playing?.controller.abort()

  /** Starts from the beginning, whatever is running. */
  readonly restart = (): void => this.#start(false)

  readonly setSpeed = (speed: number): void => {
    this.store.dispatch({ type: 'speed', speed })
    if (!this.store.getState().isPaused) this.#playing?.clock.setSpeed(speed)
  }

  readonly pickFixture = (name: string): void => {
    this.#stop()
    this.store.dispatch({ type: 'fixture', name })
  }

  readonly pickCast = (cast: Cast): void => {
    this.#stop()
    this.store.dispatch({ type: 'cast', cast })
  }

  /** Shows a moment; without one, the newest. */
  readonly look = (cursor: Cursor | undefined): void => this.store.dispatch({ type: 'cursor', cursor })

  #start(isPaused: boolean): void {
    this.#stop()
    const state = this.store.getState()
    const playing = { clock: new ReplayClock(isPaused ? 0 : state.speed), controller: new AbortController() }
    this.#playing = playing
    this.look(undefined)
    this.store.dispatch({ type: 'paused', isPaused })
    const fixture = load(state.fixture)
    for (const agent of playersOf(state)) {
      const onAction = (action: RunAction) => {
        if (this.#playing === playing) this.store.dispatch({ type: 'run', agent, action })
      }
      void runFixture({ fixture, agent, clock: playing.clock, signal: playing.controller.signal, onAction })
    }
  }

  /** Ends what is running without showing its end. */
  #stop(): void {
    this.#playing?.controller.abort()
    this.#playing = undefined
  }

  #pause(isPaused: boolean): void {
    this.store.dispatch({ type: 'paused', isPaused })
    this.#playing?.clock.setSpeed(isPaused ? 0 : this.store.getState().speed)
  }
}
