import { alphanumericCallId, geminiCallName, publicCallId, safeCallId, safeCallName } from './call-ids.ts'
import { privateCallId } from './gemini-call-ids.ts'
import { responsesCallId } from './responses-call-ids.ts'

/**
 * Which ids of tool calls a provider takes:
 *
 * - `any`: as they are;
 * - `any-own`: as they are, but ids of the Responses API that another model made are shortened;
 * - `safe-40`, `safe-64`: `[A-Za-z0-9_-]`, at most so many characters;
 * - `alphanumeric-9`: exactly nine letters and digits (Mistral);
 * - `responses`: `call|item`, as the Responses API gives them;
 * - `gemini-own`: only ids that Gemini gave; others are marked, and never sent.
 */
export type CallIdRule = keyof typeof callIdRules

/** Which names of called tools a provider takes back: `any` but for white space and signs, or a safe alphabet and length. */
export type CallNameRule = keyof typeof callNameRules

// Each is deterministic, a legal id is its own image, and two ids have two images.
const callIdRules = {
  any: (id: string) => id,
  'any-own': (id: string, isForeign: boolean) =>
    isForeign && id.includes('|') ? safeCallId(publicCallId(id), 40) : id,
  'safe-40': (id: string) => safeCallId(publicCallId(id), 40),
  'safe-64': (id: string) => safeCallId(id, 64),
  'alphanumeric-9': (id: string) => alphanumericCallId(id, 9),
  responses: responsesCallId,
  'gemini-own': (id: string, isForeign: boolean) => (isForeign ? privateCallId(id) : id),
} as const satisfies Record<string, (id: string, isForeign: boolean) => string>

const callNameRules = {
  // Servers that take any id have tools with dots and slashes in their names, too.
  any: (name: string) => name.replace(/[^\w.:/-]/g, '_'),
  'safe-64': (name: string) => safeCallName(name, 64),
  'safe-128': (name: string) => safeCallName(name, 128),
  gemini: geminiCallName,
} as const satisfies Record<string, (name: string) => string>

/**
 * An id as the provider takes it.
 *
 * @param isForeign whether another model made the call.
 */
export function legalCallId(rule: CallIdRule, id: string, isForeign: boolean): string {
  return callIdRules[rule](id, isForeign)
}

/** A name as the provider takes it back. */
export function legalCallName(rule: CallNameRule, name: string): string {
  return callNameRules[rule](name)
}
