import type { ErrorCode } from '../errors/ai-error.ts'

/** Reasons for the end of a response that mean the server failed, in the terms of any API. In lower case. */
export const serverFailures: Readonly<Record<string, ErrorCode>> = {
  error: 'server_error',
  network_error: 'server_error',
  // vLLM and SGLang: the server gave up the request.
  abort: 'server_error',
  insufficient_system_resource: 'overloaded',
}
