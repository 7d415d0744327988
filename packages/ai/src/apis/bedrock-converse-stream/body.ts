import { repairMessages } from '../../history/repair-messages.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type { Model } from '../../message/model.ts'
import { takesTemperature } from '../../models/profile.ts'
import type { Context } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { cachePointOf, withCachePoints } from './cache.ts'
import { toMessages } from './messages.ts'
import type { BedrockOptions } from './options.ts'
import { toThinking } from './thinking.ts'
import { toToolConfig } from './tools.ts'
import type { BedrockCachePoint, BedrockRequest } from './wire.ts'

/**
 * The body of `converse-stream`.
 *
 * @throws AIError `unsupported` for a request that ends with an image at an address other than one of S3
 */
export function buildBedrockBody(model: Model, context: Context, options: BedrockOptions): BedrockRequest {
  const point = cachePointOf(model, options)
  const history = repairMessages(context.messages, repairTarget(model, options))
  const messages = toMessages(history, model)
  const maxTokens = outputLimit(model, context, options.maxTokens)
  const additionalModelRequestFields = toThinking(model, options, { history, maxTokens })
  return {
    messages: withCachePoints(messages, point),
    ...toSystem(context.systemPrompt, point),
    inferenceConfig: {
      ...(maxTokens > 0 && { maxTokens }),
      ...toTemperature(model, options.temperature, additionalModelRequestFields !== undefined),
    },
    ...toToolConfig(context.tools, options.toolChoice, messages),
    ...(additionalModelRequestFields && { additionalModelRequestFields }),
    ...(options.requestMetadata && { requestMetadata: options.requestMetadata }),
  }
}

function repairTarget(model: Model, { foreignThinking = 'drop' }: BedrockOptions): RepairTarget {
  return {
    model,
    foreignThinking,
    callIds: 'safe-64',
    callNames: 'safe-64',
    // Claude refuses a turn that ends with thinking.
    trailingThinking: 'drop',
    consecutiveUsers: 'join',
    opensWithUser: true,
  }
}

function toSystem(
  systemPrompt: string | undefined,
  point: BedrockCachePoint | undefined,
): Pick<BedrockRequest, 'system'> {
  const text = sanitizeText(systemPrompt ?? '')
  if (text.trim() === '') return {}
  return { system: point ? [{ text }, point] : [{ text }] }
}

/** Claude thinks at its own temperature only. */
function toTemperature(model: Model, temperature: number | undefined, isThinking: boolean): { temperature?: number } {
  return temperature === undefined || isThinking || !takesTemperature(model, false) ? {} : { temperature }
}
