/** What a model is told when something goes wrong. */
export interface AgentTexts {
  /** It called a tool that is not registered. */
  readonly unknownTool: (name: string, available: readonly string[]) => string
  /** Its arguments are not JSON. */
  readonly parseError: (reason: string) => string
  /** Its arguments do not fit the schema of the tool. */
  readonly invalidArguments: (reason: string) => string
  /** A tool, or a hook in front of it, failed. */
  readonly toolError: (name: string, reason: string) => string
  /** A tool took too long. */
  readonly toolTimeout: (name: string, ms: number) => string
  /** Its response was cut off inside the call. */
  readonly cutCall: (name: string) => string
  /** A stored call has no result that could be sent. */
  readonly missingResult: (name: string) => string
  /** Result of tools that had not finished at an abort, unless `abortedToolRoundReason` is given. */
  readonly abortedToolRound: string
  /** A sub-agent was stopped before its work was done; `said` is what it had said so far. */
  readonly subAgentStopped: (said: string) => string
  /** Result of a call that waits for a decision. */
  readonly waitingCall: string
  /** The user refused a call. */
  readonly deniedCall: (name: string) => string
  /** Precedes a result that is there only after the conversation has gone on. */
  readonly lateResult: (name: string) => string
  /** Asks for the document that replaces a long history. */
  readonly handoff: string
}

/** Texts of a language, or some texts in place of those in Chinese. */
export type TextsOption = 'en' | 'zh' | Partial<AgentTexts>
