import { repairMessages } from '../../history/repair-messages.ts'
import type { RepairTarget } from '../../history/repair-target.ts'
import { sanitizeText } from '../../history/sanitize-text.ts'
import type { Model } from '../../message/model.ts'
import type { Context, Tool } from '../../options/options.ts'
import { outputLimit } from '../../options/output-limit.ts'
import { parametersSchemaOf } from '../../tools/parameters-schema.ts'
import { readToolChoice } from '../../tools/tool-choice.ts'
import { isBlank } from '../../values/text.ts'
import { toMistralMessages } from './messages.ts'
import type { MistralOptions } from './options.ts'
import type { MistralMessage, MistralRequest, MistralTool, MistralToolChoice } from './wire.ts'

/** The body of Mistral's chat completions. */
export function buildMistralBody(model: Model, context: Context, options: MistralOptions): MistralRequest {
  const { temperature, promptMode, reasoningEffort } = options
  const maxTokens = outputLimit(model, context, options.maxTokens)
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
    callIds: 'alphanumeric-9',
    callNames: 'safe-64',
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
