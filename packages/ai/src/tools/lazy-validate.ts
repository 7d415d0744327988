import type { CallToValidate, ToolToValidate, ValidArguments } from './validate.ts'

/**
 * The arguments of a call as the tool of its name wants them. The validator is loaded with the first call;
 * `validateToolCallSync` is at `@dreb/ai/validate`.
 *
 * @throws AIError `tool_not_found`, or `tool_arguments` with a text for the model that names what is wrong
 */
export async function validateToolCall(
  tools: readonly ToolToValidate[],
  call: CallToValidate,
): Promise<ValidArguments> {
  const { findTool, validateToolArgumentsAsync } = loaded ?? (await load())
  return validateToolArgumentsAsync(findTool(tools, call.name), call)
}

/** As {@link validateToolCall}, for one tool. Waits for a Standard Schema that is asynchronous. */
export async function validateToolArguments(tool: ToolToValidate, call: CallToValidate): Promise<ValidArguments> {
  const { validateToolArgumentsAsync } = loaded ?? (await load())
  return validateToolArgumentsAsync(tool, call)
}

/** Asking the module loader again for what it has loaded costs more than validating small arguments. */
let loaded: typeof import('./validate.ts') | undefined

async function load(): Promise<typeof import('./validate.ts')> {
  loaded = await import('./validate.ts')
  return loaded
}
