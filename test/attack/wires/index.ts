import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { mistral, openaiCompletions } from './chat.ts'
import { googleStudio, googleVertex } from './google.ts'
import { azureResponses, openaiResponses } from './responses.ts'
import type { Wire } from './wire.ts'

/** The wires of all eight APIs. */
export const wires: readonly Wire[] = [
  openaiCompletions,
  openaiResponses,
  azureResponses,
  anthropic,
  bedrock,
  googleStudio,
  googleVertex,
  mistral,
]

/** One wire of each code that reads and writes; the others share it and add an address. */
export const distinctWires: readonly Wire[] = [openaiCompletions, openaiResponses, anthropic, bedrock, googleStudio]

/** The wires by name, for the titles of tests. */
export const wiresByApi: readonly (readonly [string, Wire])[] = wires.map((wire) => [wire.api, wire])
