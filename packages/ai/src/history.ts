/** `@dreb/ai/history`: any stored history in a form that a provider accepts, for APIs of your own. Pure, no network. */
export type { CallIdRule, CallNameRule } from './history/call-rules.ts'
export { repairMessages, type RepairTarget } from './history/repair-messages.ts'
export { sanitizeText, sanitizeValue } from './history/sanitize-text.ts'
