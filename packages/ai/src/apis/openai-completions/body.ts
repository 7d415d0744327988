import { repairMessages } from '../../history/repair-messages.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type { Message } from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import { takesTemperature } from '../../models/profile.ts'
import type { Context } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { isBlank } from '../../values/text.ts'
import { withCacheMark } from './cache.ts'
import { compatOf, type ResolvedCompat } from './compat.ts'
import { toChatMessages } from './messages.ts'
import type { OpenAICompletionsOptions } from './options.ts'
import { repairTargetOf } from './repair.ts'
import { effortBeside, isThinking, thinkingFields } from './thinking.ts'
import { toChatToolChoice, toChatTools } from './tools.ts'
import type { OpenAIChatMessage, OpenAIChatRequest } from './wire.ts'

/** The request body. Pure: the same input gives the same bytes. */
export function buildChatBody(model: Model, context: Context, options: OpenAICompletionsOptions): OpenAIChatRequest {
  const { temperature, reasoningEffort, toolChoice: asked } = options
  const compat = compatOf(model)
  const history = repairMessages(context.messages, repairTargetOf(model, compat, options))
  const tools = toChatTools(context.tools, history, compat)
  const toolChoice = tools?.length ? asked : undefined
  const thinking = thinkingFields(model, compat, effortBeside(model, toolChoice, compat, reasoningEffort))
  return {
    model: model.wireModelId ?? model.id,
    messages: withCacheMark(messagesOf(model, context, history, compat), compat, options),
    stream: true,
    ...(compat.supportsUsageInStreaming && { stream_options: { include_usage: true as const } }),
    ...(compat.supportsStore && { store: false as const }),
    ...limit(outputLimit(model, context, options.maxTokens), compat),
    ...(temperature !== undefined && takesTemperature(model, isThinking(thinking)) && { temperature }),
    ...(tools && { tools }),
    ...(toolChoice !== undefined && { tool_choice: toChatToolChoice(toolChoice) }),
    ...thinking,
    ...routing(compat),
    ...(compat.thinkingFormat === 'kimi' && options.sessionId && { prompt_cache_key: options.sessionId }),
  }
}

function messagesOf(
  model: Model,
  { systemPrompt }: Context,
  history: Message[],
  compat: ResolvedCompat,
): OpenAIChatMessage[] {
  const messages = toChatMessages(history, model, compat)
  const prompt = sanitizeText(systemPrompt ?? '')
  if (isBlank(prompt)) return messages
  const role = model.reasoning && compat.supportsDeveloperRole ? 'developer' : 'system'
  return [{ role, content: prompt }, ...messages]
}

/** 0: the server's limit holds. */
function limit(maxTokens: number, { maxTokensField }: ResolvedCompat) {
  return maxTokens > 0 ? { [maxTokensField]: maxTokens } : {}
}

function routing({ openRouterRouting, vercelGatewayRouting }: ResolvedCompat) {
  return {
    ...(openRouterRouting && { provider: openRouterRouting }),
    ...(vercelGatewayRouting && { providerOptions: { gateway: vercelGatewayRouting } }),
  }
}
