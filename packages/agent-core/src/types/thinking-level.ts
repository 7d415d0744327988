import type { ThinkingLevel as Level } from '@dreb/ai'

/** How much the model thinks before it responds. */
export type ThinkingLevel = 'off' | Level
