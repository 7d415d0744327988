import type { SimpleStreamOptions } from '../options/options.ts'

/** Defaults of every request; what a request sets itself (temperature, signal, …) comes first. */
export type OpenAIClientOptions = Omit<SimpleStreamOptions, 'signal'>
