/**
 * Calls a callback that only informs its owner (`onWarning`, `onError`). What it throws, or rejects with, is ignored:
 * a warning must not end what it warns about.
 */
export function callSafely<Args extends unknown[]>(
  callback: ((...args: Args) => unknown) | undefined,
  ...args: Args
): void {
  try {
    const result = callback?.(...args)
    if (result instanceof Promise) result.catch(() => {})
  } catch {
    // The owner of the callback is the only one who could be told, and it is what failed.
  }
}
