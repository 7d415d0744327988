import { errorText } from '../errors/ai-error.ts'
import type { OnWarning } from '../options/options.ts'

/** Calls a callback that only observes: what it throws is a warning and changes nothing. */
export function callSafely(name: string, call: () => unknown, onWarning: OnWarning | undefined): void {
  try {
    call()
  } catch (error) {
    if (onWarning) warnSafely(onWarning)('callback_error', `${name} threw: ${errorText(error)}`)
  }
}

/** A warning callback that cannot throw. There is nobody left to hear of it. */
export function warnSafely(onWarning: OnWarning): OnWarning {
  return (code, message) => {
    try {
      onWarning(code, message)
    } catch {}
  }
}
