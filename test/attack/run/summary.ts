/** What does not hold on one API. */
export interface Problem {
  api: string
  text: string
}

/** One line per problem, with the APIs that have it. */
export function summary(problems: readonly Problem[]): string[] {
  const apis = new Map<string, string[]>()
  for (const { api, text } of problems) apis.set(text, [...(apis.get(text) ?? []), api])
  return [...apis].map(([text, names]) => `${text} (${names.join(', ')})`)
}
