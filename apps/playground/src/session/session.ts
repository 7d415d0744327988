import { load } from '@dreb/fixtures'

import { runFixture } from '../agents/run-fixture.ts'
import { createClock, type ReplayClock } from '../replay/clock.ts'
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

/** A session: its state, and what one can do in it. */
export interface Session extends Pick<Store<SessionState, SessionAction>, 'getState' | 'subscribe' | 'dispatch'> {
  /** Starts from the beginning; while something is running: pauses it, or goes on. */
  toggle: () => void
  /** Lets the next thing happen. Starts if nothing is running. */
  step: () => void
  /** Aborts what is running. */
  abort: () => void
  /** Starts from the beginning, whatever is running. */
  restart: () => void
  setSpeed: (speed: number) => void
  pickFixture: (name: string) => void
  pickCast: (cast: Cast) => void
  look: (cursor: Cursor | undefined) => void
}

/** What is running, if anything is. */
interface Playing {
  clock: ReplayClock
  controller: AbortController
}

/** A session over the recordings that come with the playground. Nothing leaves the page. */
export function createSession(fixture: string): Session {
  const store = createStore(reduceSession, startOfSession(fixture))
  const { dispatch, getState, subscribe } = store
  let playing: Playing | undefined

  function start(isPaused: boolean): void {
    stop()
    const state = getState()
    const clock = createClock(isPaused ? 0 : state.speed)
    const controller = new AbortController()
    playing = { clock, controller }
    dispatch({ type: 'cursor', cursor: undefined })
    dispatch({ type: 'paused', isPaused })
    const recording = load(state.fixture)
    for (const agent of playersOf(state)) {
      const onAction = (action: Extract<SessionAction, { type: 'run' }>['action']) => {
        if (playing?.controller === controller) dispatch({ type: 'run', agent, action })
      }
      void runFixture({ fixture: recording, agent, clock, signal: controller.signal, onAction })
    }
  }

  /** Ends what is running without showing its end. */
  function stop(): void {
    playing?.controller.abort()
    playing = undefined
  }

  function pause(isPaused: boolean): void {
    dispatch({ type: 'paused', isPaused })
    playing?.clock.setSpeed(isPaused ? 0 : getState().speed)
  }

  return {
    getState,
    subscribe,
    dispatch,
    toggle() {
      const phase = phaseOf(getState())
      if (phase === 'idle') start(false)
      else pause(phase === 'playing')
    },
    step() {
      if (phaseOf(getState()) === 'idle') return start(true)
      pause(true)
      dispatch({ type: 'cursor', cursor: undefined })
      playing?.clock.step()
    },
    abort: () => playing?.controller.abort(),
    restart: () => start(false),
    setSpeed(speed) {
      dispatch({ type: 'speed', speed })
      if (!getState().isPaused) playing?.clock.setSpeed(speed)
    },
    pickFixture(name) {
      stop()
      dispatch({ type: 'fixture', name })
    },
    pickCast(cast) {
      stop()
      dispatch({ type: 'cast', cast })
    },
    look: (cursor) => dispatch({ type: 'cursor', cursor }),
  }
}
