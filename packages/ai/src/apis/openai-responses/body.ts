import type OpenAI from 'openai'

import { safeCallId } from '../../history/call-ids.ts'
import type { Model } from '../../message/model.ts'
import { takesTemperature } from '../../models/profile.ts'
import { cacheRetentionOf } from '../../options/cache-retention.ts'
import type { Context } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { toInput } from './messages.ts'
import type { OpenAIResponsesOptions } from './options.ts'
import { reasoningFields } from './thinking.ts'
import { toFunctionTool, toResponsesToolChoice } from './tools.ts'

type Body = OpenAI.Responses.ResponseCreateParamsStreaming

/** The body of a request. Nothing is stored at the provider, so the whole conversation goes with it. */
export function buildResponsesBody(model: Model, context: Context, options: OpenAIResponsesOptions): Body {
  const { temperature, serviceTier } = options
  const reasoning = reasoningFields(model, options)
  const isWarm = temperature !== undefined && takesTemperature(model, reasoning.reasoning?.effort !== 'none')
  return {
    model: model.wireModelId ?? model.id,
    input: toInput(model, context, options),
    stream: true,
    store: false,
    ...limitFields(outputLimit(model, context, options.maxTokens)),
    ...(isWarm && { temperature }),
    ...(serviceTier && { service_tier: serviceTier }),
    ...cacheFields(model, options),
    ...toolFields(context, options),
    ...reasoning,
  }
}

/** The API refuses fewer. */
const leastTokens = 16

/** 0: the server's limit holds. */
function limitFields(maxTokens: number): Partial<Body> {
  return maxTokens > 0 ? { max_output_tokens: Math.max(maxTokens, leastTokens) } : {}
}

/** Only OpenAI itself keeps a cache for a day. */
function cacheFields(model: Model, options: OpenAIResponsesOptions): Partial<Body> {
  const retention = cacheRetentionOf(options.cacheRetention)
  if (retention === 'none') return {}
  const { sessionId } = options
  return {
    ...(sessionId && { prompt_cache_key: cacheKey(sessionId) }),
    ...(retention === 'long' && isOpenAI(model) && { prompt_cache_retention: '24h' }),
  }
}

const maxKeyLength = 64

function cacheKey(sessionId: string): string {
  return sessionId.length <= maxKeyLength ? sessionId : safeCallId(sessionId, maxKeyLength)
}

function isOpenAI({ provider, baseUrl }: Model): boolean {
  return baseUrl === '' ? provider === 'openai' : baseUrl.includes('api.openai.com')
}

function toolFields({ tools = [] }: Context, { toolChoice }: OpenAIResponsesOptions): Partial<Body> {
  if (tools.length === 0) return {}
  const choice = toResponsesToolChoice(toolChoice)
  return { tools: tools.map(toFunctionTool), ...(choice !== undefined && { tool_choice: choice }) }
}
