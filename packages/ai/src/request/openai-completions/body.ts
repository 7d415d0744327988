import type { Message } from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import type { Context, ProviderStreamOptions } from '../../message/options.ts'
import { takesTemperature } from '../../models/families.ts'
import type { OpenAIChatMessage, OpenAIChatRequest } from '../../wire/openai-chat-request.ts'
import { maxTokensOf } from '../budgets.ts'
import { repairMessages } from '../repair-messages.ts'
import { sanitizeText } from '../sanitize.ts'
import { isBlank } from '../stored-blocks.ts'
import { withCacheMark } from './cache-mark.ts'
import { compatOf, type ResolvedCompat } from './compat.ts'
import { toChatMessages } from './messages.ts'
import type { OpenAICompletionsOptions } from './options.ts'
import { repairTargetOf } from './repair-target.ts'
import { effortBeside, thinkingFields } from './thinking.ts'
import { toChatToolChoice, toChatTools } from './tools.ts'

/** The request body. Pure: the same input gives the same bytes. */
export function buildChatBody(model: Model, context: Context, options: ProviderStreamOptions): OpenAIChatRequest {
  const { temperature, reasoningEffort, toolChoice: asked } = options as OpenAICompletionsOptions
  const compat = compatOf(model)
  const history = repairMessages(context.messages, repairTargetOf(model, compat, options))
  const tools = toChatTools(context.tools, history, compat)
  const toolChoice = tools?.length ? asked : undefined
  return {
    model: model.wireModelId ?? model.id,
    messages: withCacheMark(messagesOf(model, context, history, compat), compat, options),
    stream: true,
    ...(compat.supportsUsageInStreaming && { stream_options: { include_usage: true as const } }),
    ...(compat.supportsStore && { store: false as const }),
    ...limit(maxTokensOf(model, options.maxTokens), compat),
    ...(temperature !== undefined && takesTemperature(model) && { temperature }),
    ...(tools && { tools }),
    ...(toolChoice !== undefined && { tool_choice: toChatToolChoice(toolChoice) }),
    ...thinkingFields(model, compat, effortBeside(toolChoice, compat, reasoningEffort)),
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

/** Models of one's own may come without a limit; then the server's holds. */
function limit(maxTokens: number, { maxTokensField }: ResolvedCompat) {
  return maxTokens > 0 ? { [maxTokensField]: maxTokens } : {}
}

function routing({ openRouterRouting, vercelGatewayRouting }: ResolvedCompat) {
  return {
    ...(openRouterRouting && { provider: openRouterRouting }),
    ...(vercelGatewayRouting && { providerOptions: { gateway: vercelGatewayRouting } }),
  }
}
