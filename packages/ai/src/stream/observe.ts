import { errorText } from '../errors/ai-error.ts'
import type { OnWarning } from '../options/options.ts'
import { callSafely } from '../values/call-safely.ts'

/** Calls a callback that only observes: what it throws is a warning and changes nothing. */
export function observe(name: string, call: () => unknown, onWarning: OnWarning | undefined): void {
  try {
    call()
  } catch (error) {
    callSafely(onWarning, 'callback_error', `${name} threw: ${errorText(error)}`)
  }
}

/** A warning callback that cannot throw. */
export function warnSafely(onWarning: OnWarning): OnWarning {
  return (code, message) => callSafely(onWarning, code, message)
}
