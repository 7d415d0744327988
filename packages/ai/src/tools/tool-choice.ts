/** Which tools a model may or must call. `any`: one of them, whichever it likes. */
export type NormalizedToolChoice = 'auto' | 'none' | 'any' | { readonly name: string }

const words: Readonly<Record<string, NormalizedToolChoice>> = {
  auto: 'auto',
  none: 'none',
  any: 'any',
  required: 'any',
}

/** How the vendors write it: `type` alone, or with the name of a tool, which stands in one of three places. */
interface WrittenChoice {
  type?: unknown
  name?: unknown
  function?: { name?: unknown }
  tool?: { name?: unknown }
}

/**
 * The choice of tools in whatever vendor's words it comes, so that it may be handed over together with a conversation.
 * Undefined for what is none, or is a vendor's own.
 */
export function readToolChoice(choice: unknown): NormalizedToolChoice | undefined {
  if (typeof choice === 'string') return wordOf(choice)
  if (typeof choice !== 'object' || choice === null) return undefined
  const { type, name, function: called, tool } = choice as WrittenChoice
  const named = name ?? called?.name ?? tool?.name
  if (typeof named === 'string' && named !== '') return { name: named }
  return typeof type === 'string' ? wordOf(type) : undefined
}

/** Whether a choice, in any vendor's words, makes the model call a tool. */
export function forcesCall(choice: unknown): boolean {
  const chosen = readToolChoice(choice)
  return chosen === 'any' || typeof chosen === 'object'
}

function wordOf(word: string): NormalizedToolChoice | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined
}
