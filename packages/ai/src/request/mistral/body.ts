import type { Model } from '../../message/model.ts'
import type { Context, Tool } from '../../message/options.ts'
import type { MistralMessage, MistralRequest, MistralTool, MistralToolChoice } from '../../wire/mistral.ts'
import { maxTokensOf } from '../budgets.ts'
import { alphanumericCallId } from '../call-ids.ts'
import { safeCallName } from '../call-names.ts'
import { parametersSchemaOf } from '../parameters-schema.ts'
import { repairMessages } from '../repair-messages.ts'
import type { RepairTarget } from '../repair-target.ts'
import { sanitizeText } from '../sanitize.ts'
import { isBlank } from '../stored-blocks.ts'
import { readToolChoice } from '../tool-choice.ts'
import { toMistralMessages } from './messages.ts'
import type { MistralOptions } from './options.ts'

/** The body of Mistral's chat completions. */
export function buildMistralBody(model: Model, context: Context, options: MistralOptions): MistralRequest {
  const { temperature, promptMode, reasoningEffort } = options
  const maxTokens = maxTokensOf(model, options.maxTokens)
  const toolChoice = context.tools?.length ? toToolChoice(options.toolChoice) : undefined
  return {
    model: model.wireModelId ?? model.id,
    stream: true,
    messages: [
      ...toSystem(context),
      ...toMistralMessages(repairMessages(context.messages, repairTarget(model, options))),
    ],
    ...(maxTokens > 0 && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(context.tools?.length && { tools: context.tools.map(toTool) }),
    ...(toolChoice && { tool_choice: toolChoice }),
    ...(promptMode && { prompt_mode: promptMode }),
    ...(reasoningEffort && { reasoning_effort: reasoningEffort }),
  }
}

function repairTarget(model: Model, { foreignThinking = 'drop' }: MistralOptions): RepairTarget {
  return {
    model,
    foreignThinking,
    opensWithUser: true,
    callId: (id) => alphanumericCallId(id, 9),
    callName: (name) => safeCallName(name, 64),
  }
}

function toSystem({ systemPrompt }: Context): MistralMessage[] {
  const content = sanitizeText(systemPrompt ?? '')
  return isBlank(content) ? [] : [{ role: 'system', content }]
}

function toTool(tool: Tool): MistralTool {
  const { name, description } = tool
  return { type: 'function', function: { name, description, parameters: parametersSchemaOf(tool) } }
}

function toToolChoice(choice: unknown): MistralToolChoice | undefined {
  const chosen = choice === 'required' ? choice : readToolChoice(choice)
  return typeof chosen === 'object' ? { type: 'function', function: { name: chosen.name } } : chosen
}
