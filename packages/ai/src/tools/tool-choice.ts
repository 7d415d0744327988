/** Which tools a model may or must call. `any`: one of them, whichever it likes. */
export type NormalizedToolChoice = 'auto' | 'none' | 'any' | { readonly name: string }

const choices: Readonly<Record<string, NormalizedToolChoice>> = {
  auto: 'auto',
  none: 'none',
  any: 'any',
  required: 'any',
}

/** How providers write it: `type` alone, or with the name of a tool, which stands in one of three places. */
interface WrittenChoice {
  type?: unknown
  name?: unknown
  function?: { name?: unknown }
  tool?: { name?: unknown }
}

/**
 * The choice of tools in any provider's form, so that it may be handed over together with a conversation.
 * Undefined for what is none, or is specific to one provider.
 */
export function readToolChoice(choice: unknown): NormalizedToolChoice | undefined {
  if (typeof choice === 'string') return choiceOf(choice)
  if (typeof choice !== 'object' || choice === null) return undefined
  const { type, name, function: called, tool } = choice as WrittenChoice
  const named = name ?? called?.name ?? tool?.name
  if (typeof named === 'string' && named !== '') return { name: named }
  return typeof type === 'string' ? choiceOf(type) : undefined
}

/** Whether a choice, in any provider's form, makes the model call a tool. */
export function forcesCall(choice: unknown): boolean {
  const chosen = readToolChoice(choice)
  return chosen === 'any' || typeof chosen === 'object'
}

function choiceOf(value: string): NormalizedToolChoice | undefined {
  return Object.hasOwn(choices, value) ? choices[value] : undefined
}
