import type { SimpleStreamOptions, StreamOptions } from './options.ts'

/** All options that mean the same in `streamSimple` and `stream`; those about thinking are translated by each API. */
export function baseOptions(options: SimpleStreamOptions): StreamOptions {
  const { reasoning: _, thinkingBudgets: __, thinkingDisplay: ___, ...base } = options
  return base
}
