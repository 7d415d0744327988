import type { ProviderStreamOptions, SimpleStreamOptions } from './options.ts'

/** All options that mean the same in `streamSimple` and `stream`; those about thinking are the provider's to translate. */
export function baseOptions(options: SimpleStreamOptions): ProviderStreamOptions {
  const { reasoning: _, thinkingBudgets: __, thinkingDisplay: ___, ...base } = options
  return base
}
