/** How much of a response is read. What exceeds a limit ends the response as a failure, or is cut, as each one describes. */
export interface ResponseLimits {
  /**
   * Bytes of one event: a server-sent event, one of its lines, a frame of the AWS event stream; also of a response that
   * is no event stream. Beyond it the response fails with `malformed_response`. Default 32 MB.
   */
  maxEventBytes?: number | undefined
  /** Bytes that are read of the body of an error; the rest is canceled. Default 64 KB. */
  maxErrorBytes?: number | undefined
}

/** The limits where nobody sets others. SECURITY.md lists them. */
export const defaultLimits = { maxEventBytes: 32 * 1024 * 1024, maxErrorBytes: 64 * 1024 } as const
