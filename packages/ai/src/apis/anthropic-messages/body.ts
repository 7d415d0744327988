import { type RepairTarget, repairMessages } from '../../history/repair-messages.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type { Model } from '../../message/model.ts'
import { takesTemperature } from '../../models/profile.ts'
import type { Context, StreamOptions } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { isBlank } from '../../values/text.ts'
import { cacheControlOf, withCacheMarks } from './cache.ts'
import { anthropicHostOf } from './host.ts'
import { toAnthropicMessages } from './messages.ts'
import type { AnthropicOptions } from './options.ts'
import { thinkingFields } from './thinking.ts'
import { toAnthropicTool, toAnthropicToolChoice } from './tools.ts'
import type { AnthropicCacheControl, AnthropicRequest, AnthropicTextBlock, AnthropicThinkingFields } from './wire.ts'

/** Where the limit is left to the provider: this API wants one all the same. */
function requiredLimit({ maxTokens }: Model): number {
  return maxTokens > 0 ? Math.min(maxTokens, 4096) : 8192
}

/** The request body. Pure: the same input gives the same bytes. */
export function buildAnthropicBody(model: Model, context: Context, options: AnthropicOptions): AnthropicRequest {
  const history = repairMessages(context.messages, repairTargetOf(model, options))
  const consecutiveUsers = anthropicHostOf(model) === 'third-party' ? 'join' : 'keep'
  const maxTokens = outputLimit(model, context, options.maxTokens) || requiredLimit(model)
  const cacheControl = cacheControlOf(model, options.cacheRetention)
  const tools = context.tools?.map(toAnthropicTool) ?? []
  const toolChoice = tools.length > 0 ? toAnthropicToolChoice(options.toolChoice) : undefined
  const thinking = thinkingFields(model, options, { history, maxTokens, toolChoice })
  return {
    ...modelFields(model),
    messages: withCacheMarks(toAnthropicMessages(history, consecutiveUsers), cacheControl),
    max_tokens: maxTokens,
    stream: true,
    ...systemFields(context.systemPrompt, cacheControl),
    ...(tools.length > 0 && { tools }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...thinking,
    ...temperatureFields(model, options, thinking),
    ...metadataFields(options),
  }
}

function repairTargetOf(model: Model, { foreignThinking = 'drop' }: StreamOptions): RepairTarget {
  return {
    model,
    foreignThinking,
    callIds: 'safe-64',
    callNames: 'safe-128',
    trailingThinking: 'drop',
    opensWithUser: true,
  }
}

function modelFields(model: Model): Pick<AnthropicRequest, 'model' | 'anthropic_version'> {
  if (anthropicHostOf(model) === 'vertex') return { anthropic_version: 'vertex-2023-10-16' }
  return { model: model.wireModelId ?? model.id }
}

function systemFields(
  prompt: string | undefined,
  cacheControl: AnthropicCacheControl | undefined,
): Pick<AnthropicRequest, 'system'> {
  const text = sanitizeText(prompt ?? '')
  if (isBlank(text)) return {}
  const block: AnthropicTextBlock = { type: 'text', text, ...(cacheControl && { cache_control: cacheControl }) }
  return { system: [block] }
}

/** Claude thinks at its own temperature only. */
function temperatureFields(
  model: Model,
  { temperature }: StreamOptions,
  thinking: AnthropicThinkingFields,
): Pick<AnthropicRequest, 'temperature'> {
  return temperature !== undefined && !isThinking(thinking) && takesTemperature(model, false) ? { temperature } : {}
}

function isThinking({ thinking }: AnthropicThinkingFields): boolean {
  return thinking !== undefined && thinking.type !== 'disabled'
}

function metadataFields({ metadata }: StreamOptions): Pick<AnthropicRequest, 'metadata'> {
  const userId = metadata?.['user_id']
  return typeof userId === 'string' ? { metadata: { user_id: userId } } : {}
}
