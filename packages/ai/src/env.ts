/** An environment variable, or undefined where there is no environment (browsers, workers). Blank counts as unset. */
export function readEnv(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]?.trim() || undefined
}
