/** A message of a conversation, as far as calls and results go. */
export interface Paired {
  calls: readonly (string | undefined)[]
  /** The call that this message is the result of. */
  answers?: string | undefined
}

/** What providers refuse: calls without their one result right behind them, and results without a call. */
export function pairingProblems(messages: readonly Paired[]): string[] {
  const problems: string[] = []
  let open: (string | undefined)[] = []
  for (const { calls, answers } of messages) {
    if (answers !== undefined) {
      if (open[0] === answers) open = open.slice(1)
      else problems.push(`a result of ${answers} where ${open[0] ?? 'nothing'} was called`)
      continue
    }
    if (open.length > 0) problems.push(`no result of ${open.join(', ')}`)
    open = [...calls]
  }
  return open.length > 0 ? [...problems, `no result of ${open.join(', ')}`] : problems
}
