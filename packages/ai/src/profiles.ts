/** `@dreb/ai/profiles`: what a model accepts, and what its server accepts, before anything is sent. Pure, no network. */
export { compatOf, type ResolvedCompat } from './apis/openai-completions/compat.ts'
export type { ModelProfile, TemperatureRule, ThinkingControl } from './message/model-profile.ts'
export {
  clampThinkingLevel,
  profileOf,
  supportedThinkingLevels,
  supportsAdaptiveThinking,
  supportsMax,
  supportsXhigh,
} from './models/profile.ts'
