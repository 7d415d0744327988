import type { OnWarning } from '@dreb/ai'

import { isThenable } from './is-thenable.ts'

/** The warning callback of the application, made so that nothing it throws or rejects with reaches the run. */
export function safeWarning(onWarning: OnWarning): OnWarning {
  return (code, message) => {
    try {
      const result: unknown = onWarning(code, message)
      if (isThenable(result)) void Promise.resolve(result).catch(() => {})
    } catch {
      // The callback is where failures are reported: there is nowhere left to report its own.
    }
  }
}
