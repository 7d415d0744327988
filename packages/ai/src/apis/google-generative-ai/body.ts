import type { CallIdRule } from '../../history/call-rules.ts'
import { repairMessages } from '../../history/repair-messages.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import { isBlank } from '../../history/stored-blocks.ts'
import type { Model } from '../../message/model.ts'
import { maxTokensOf } from '../../options/budgets.ts'
import type { Context } from '../../options/options.ts'
import { familyOf, type GoogleFamily } from './family.ts'
import { toContents } from './messages.ts'
import type { GoogleOptions } from './options.ts'
import { toThinkingConfig } from './thinking.ts'
import { toToolConfig, toTools } from './tools.ts'
import type { GoogleRequest } from './wire.ts'

/** The body of `streamGenerateContent`. */
export function buildGoogleBody(model: Model, context: Context, options: GoogleOptions): GoogleRequest {
  const { systemPrompt, messages, tools } = context
  const system = sanitizeText(systemPrompt ?? '')
  const maxTokens = maxTokensOf(model, options.maxTokens)
  const thinkingConfig = toThinkingConfig(model, options.thinking)
  return {
    contents: toContents(repairMessages(messages, repairTarget(model, options)), model),
    ...(!isBlank(system) && { systemInstruction: { parts: [{ text: system }] } }),
    ...toTools(tools, familyOf(model)),
    ...toToolConfig(options.toolChoice, Boolean(tools?.length)),
    generationConfig: {
      ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
      ...(maxTokens > 0 && { maxOutputTokens: maxTokens }),
      ...(thinkingConfig && { thinkingConfig }),
    },
  }
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
