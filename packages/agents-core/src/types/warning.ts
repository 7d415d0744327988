/** Something odd that is no failure. */
export interface AgentWarning {
  /**
   * `unknown_content`: a message holds content that Chat Completions does not know, and its text is sent instead.
   * `repeated_call`: the model has made the same calls with the same results 20 times in a row.
   * `unchecked_arguments`: the schema of a tool can not be used, so its arguments are not checked.
   */
  readonly code: 'unknown_content' | 'repeated_call' | 'unchecked_arguments'
  readonly message: string
}
