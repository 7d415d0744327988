import type { ThinkingLevel as Level } from '@dreb/ai'

/** How much the model thinks before it answers. */
export type ThinkingLevel = 'off' | Level
