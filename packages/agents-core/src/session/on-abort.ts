/** Calls back when the signal fires, at once if it has fired already. @returns what takes the listener off again */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  if (signal.aborted) callback()
  else signal.addEventListener('abort', callback)
  return () => signal.removeEventListener('abort', callback)
}
