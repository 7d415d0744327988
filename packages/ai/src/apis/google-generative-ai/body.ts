import type { CallIdRule } from '../../history/call-rules.ts'
import { repairMessages } from '../../history/repair-messages.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type { Model } from '../../message/model.ts'
import { profileOf } from '../../models/profile.ts'
import type { Context } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { isBlank } from '../../values/text.ts'
import { familyOf, type GoogleFamily } from './family.ts'
import { toContents } from './messages.ts'
import type { GoogleOptions } from './options.ts'
import { toThinkingConfig } from './thinking.ts'
import { toToolConfig, toTools } from './tools.ts'
import type { GoogleContent, GoogleRequest } from './wire.ts'

/** The body of `streamGenerateContent`. */
export function buildGoogleBody(model: Model, context: Context, options: GoogleOptions): GoogleRequest {
  const { systemPrompt, messages, tools } = context
  const system = sanitizeText(systemPrompt ?? '')
  const maxTokens = outputLimit(model, context, options.maxTokens)
  const thinkingConfig = toThinkingConfig(model, options.thinking, maxTokens)
  return {
    ...withSystem(model, system, toContents(repairMessages(messages, repairTarget(model, options)), model)),
    ...toTools(tools, familyOf(model)),
    ...toToolConfig(options.toolChoice, Boolean(tools?.length)),
    generationConfig: {
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(maxTokens > 0 && { maxOutputTokens: maxTokens }),
      ...(thinkingConfig && { thinkingConfig }),
    },
  }
}

/** The system prompt, and the turns. Gemma knows none: there it opens the first turn, which is the user's. */
function withSystem(
  model: Model,
  text: string,
  contents: GoogleContent[],
): Pick<GoogleRequest, 'contents' | 'systemInstruction'> {
  if (isBlank(text)) return { contents }
  if (profileOf(model).systemPrompt) return { contents, systemInstruction: { parts: [{ text }] } }
  const [first, ...rest] = contents
  if (first?.role !== 'user') return { contents: [{ role: 'user', parts: [{ text }] }, ...contents] }
  return { contents: [{ ...first, parts: [{ text }, ...first.parts] }, ...rest] }
}

function repairTarget(model: Model, { foreignThinking = 'drop' }: GoogleOptions): RepairTarget {
  const callIds = callIdRules[familyOf(model).callIds]
  return { model, foreignThinking, opensWithUser: true, callIds, callNames: 'gemini' }
}

const callIdRules: Readonly<Record<GoogleFamily['callIds'], CallIdRule>> = {
  none: 'any',
  // Ids of other makers are not for Gemini to see.
  own: 'gemini-own',
  all: 'safe-64',
}
