import { AIError } from '../errors/ai-error.ts'

/** The failure of a response with an event, or a whole, larger than `maxEventBytes`. Sending it again would not help. */
export function tooLargeError(what: string, maxBytes: number): AIError {
  const text = `${what} of the response is larger than ${maxBytes} bytes (maxEventBytes)`
  return new AIError('malformed_response', text, { retryable: false })
}
