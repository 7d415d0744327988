import type { Model } from '../../message/model.ts'
import type { Context, ProviderStreamOptions, SimpleStreamOptions, StreamOptions } from '../../message/options.ts'
import { privateCallId } from '../../normalize/google-call-id.ts'
import type { GoogleRequest } from '../../wire/google.ts'
import { baseOptions } from '../base-options.ts'
import { maxTokensOf } from '../budgets.ts'
import { safeCallId } from '../call-ids.ts'
import { repairMessages } from '../repair-messages.ts'
import type { RepairTarget } from '../repair-target.ts'
import { sanitizeText } from '../sanitize.ts'
import { toContents } from './contents.ts'
import { familyOf } from './family.ts'
import { type GoogleThinking, toThinking, toThinkingConfig } from './thinking.ts'
import { toToolConfig, toTools } from './tools.ts'

/** Options of `google-generative-ai` and `google-vertex` besides those of every provider. */
export interface GoogleOptions extends StreamOptions {
  /** `auto`, `none`, `any`, or an object that names one tool. */
  toolChoice?: unknown
  /** Undefined: as the model does by itself. */
  thinking?: GoogleThinking
}

/** The body of `streamGenerateContent`. */
export function buildGoogleBody(model: Model, context: Context, options: GoogleOptions): GoogleRequest {
  const { systemPrompt, messages, tools } = context
  const system = sanitizeText(systemPrompt ?? '')
  const thinkingConfig = toThinkingConfig(model, options.thinking)
  return {
    contents: toContents(repairMessages(messages, repairTarget(model, options)), model),
    ...(system && { systemInstruction: { parts: [{ text: system }] } }),
    ...toTools(tools, familyOf(model)),
    ...toToolConfig(options.toolChoice, Boolean(tools?.length)),
    generationConfig: {
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      maxOutputTokens: maxTokensOf(model, options.maxTokens),
      ...(thinkingConfig && { thinkingConfig }),
    },
  }
}

/** Gemini's options from those that are the same for every provider. */
export function toGoogleOptions(model: Model, options: SimpleStreamOptions): ProviderStreamOptions {
  const thinking = toThinking(model, options)
  return { ...baseOptions(options), ...(thinking && { thinking }) }
}

function repairTarget(model: Model, { foreignThinking = 'drop' }: GoogleOptions): RepairTarget {
  return {
    model,
    foreignThinking,
    opensWithUser: true,
    callId: familyOf(model).callIds === 'all' ? guestCallId : callId,
  }
}

/** Ids of other makers are not for Gemini to see. */
function callId(id: string, isForeign: boolean): string {
  return isForeign ? privateCallId(id) : id
}

function guestCallId(id: string): string {
  return safeCallId(id, 64)
}
