import { AIError } from '@dreb/ai'

import type { Grace } from './abort-scope.ts'

/** A hook of the run failed, or the run was aborted while it worked: the turn fails with its `cause`. */
class HookFailure extends Error {
  override readonly name = 'HookFailure'

  constructor(cause: unknown) {
    super('A hook of the run failed', { cause })
  }
}

/**
 * Calls a hook of the run and waits for its answer, but not longer than an abort allows.
 *
 * @throws HookFailure
 */
export async function askHook<T>(grace: Grace, call: () => T | PromiseLike<T>): Promise<T> {
  try {
    const answer = call()
    return isThenable(answer) ? await grace.wait(answer, giveUp) : answer
  } catch (error) {
    throw new HookFailure(error)
  }
}

/**
 * As {@link askHook}, for a hook that gives messages. `name` is said where it gives something else.
 *
 * @throws HookFailure
 */
export async function askForList<T>(grace: Grace, name: string, call: () => T[] | PromiseLike<T[]>): Promise<T[]> {
  const list: unknown = await askHook(grace, call)
  if (Array.isArray(list)) return list as T[]
  throw new HookFailure(new TypeError(`${name} gave no list of messages`))
}

function giveUp(): never {
  throw new AIError('aborted', 'Request was aborted')
}

/** What really went wrong: with a hook, what it threw. */
export function causeOf(error: unknown): unknown {
  return error instanceof HookFailure ? error.cause : error
}

/** Whether a value is to be waited for. */
export function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
