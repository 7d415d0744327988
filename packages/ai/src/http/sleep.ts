/** The longest a timer can wait, in milliseconds: 25 days. One that is set for longer fires at once. */
export const maxTimerMs = 2 ** 31 - 1

/** Waits; ends early, without a failure, when the signal fires. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, Math.min(ms, maxTimerMs))
    signal?.addEventListener('abort', wake)
  })
}
