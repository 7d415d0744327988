import { describe, expect, it } from 'vitest'

import { buildAnthropicBody } from '#src/apis/anthropic-messages/body.ts'
import { toAnthropicOptions } from '#src/apis/anthropic-messages/options.ts'
import { buildBedrockBody } from '#src/apis/bedrock-converse-stream/body.ts'
import { buildGoogleBody } from '#src/apis/google-generative-ai/body.ts'
import { toGoogleOptions } from '#src/apis/google-generative-ai/options.ts'
import { buildMistralBody } from '#src/apis/mistral-conversations/body.ts'
import { toMistralOptions } from '#src/apis/mistral-conversations/options.ts'
import { buildChatBody } from '#src/apis/openai-completions/body.ts'
import { toChatOptions } from '#src/apis/openai-completions/options.ts'
import { buildResponsesBody } from '#src/apis/openai-responses/body.ts'
import type { Model, ThinkingLevel } from '#src/message/model.ts'
import { clampThinkingLevel } from '#src/models/profile.ts'
import { getProviders } from '#src/models/registry.ts'
import type { SimpleStreamOptions } from '#src/options/options.ts'

import { user } from '../support/conversation.ts'
import { faultInAnthropic } from '../support/strict/anthropic-messages.ts'
import { faultIn as faultInBedrock } from '../support/strict/bedrock.ts'
import { faultInGoogle } from '../support/strict/google.ts'
import { faultInMistral } from '../support/strict/mistral.ts'
import { faultInChat } from '../support/strict/openai-completions.ts'
import { faultInResponses } from '../support/strict/openai-responses.ts'

/** A request in the fields that a profile decides. */
type Body = Record<string, unknown>

const context = { messages: [user('Hi')] }
const google = (model: Model, options: SimpleStreamOptions) =>
  buildGoogleBody(model, context, toGoogleOptions(model, options))
const responses = (model: Model, { reasoning, ...options }: SimpleStreamOptions) =>
  buildResponsesBody(model, context, { ...options, ...(reasoning && { reasoningEffort: reasoning }) })

const builders: Record<string, (model: Model, options: SimpleStreamOptions) => object> = {
  'anthropic-messages': (model, options) => buildAnthropicBody(model, context, toAnthropicOptions(model, options)),
  'bedrock-converse-stream': (model, options) => buildBedrockBody(model, context, options),
  'google-generative-ai': google,
  'google-vertex': google,
  'mistral-conversations': (model, options) => buildMistralBody(model, context, toMistralOptions(model, options)),
  'openai-completions': (model, options) => buildChatBody(model, context, toChatOptions(model, options)),
  'openai-responses': responses,
  'azure-openai-responses': responses,
}

const bodyOf = (model: Model, reasoning?: ThinkingLevel): Body =>
  builders[model.api]!(model, { temperature: 0.5, ...(reasoning && { reasoning }) }) as Body

const strict: Record<string, (model: Model, body: Body) => string | undefined> = {
  'anthropic-messages': (_, body) => faultInAnthropic(body),
  'bedrock-converse-stream': ({ id }, json) =>
    faultInBedrock({ method: 'POST', url: `/model/${encodeURIComponent(id)}/converse-stream`, json }),
  'google-generative-ai': ({ id }, body) => faultInGoogle(id, body),
  'google-vertex': ({ id }, body) => faultInGoogle(id, body),
  'mistral-conversations': (_, body) => faultInMistral(body),
  'openai-completions': (_, body) => faultInChat(body),
  'openai-responses': (_, body) => faultInResponses(body),
  'azure-openai-responses': (_, body) => faultInResponses(body),
}

const faultIn = (model: Model, body: Body): string | undefined => strict[model.api]!(model, body)

const catalogues = await Promise.all(
  getProviders().map(async (provider) => {
    const module = (await import(`../../src/models/catalogs/${provider}.ts`)) as Record<string, Model[]>
    return Object.values(module)[0] ?? []
  }),
)
const models = catalogues.flat()
const levels = [undefined, 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const common = new Set('model messages contents stream stream_options store input include system'.split(' '))

function decided(body: Body): string {
  return JSON.stringify(Object.fromEntries(Object.entries(body).filter(([key]) => !common.has(key))))
}

/** Levels with the same request stand on one line. */
function rowsOf(model: Model): string[] {
  const byFields = new Map<string, string[]>()
  for (const level of levels) {
    const fields = decided(bodyOf(model, level))
    byFields.set(fields, [...(byFields.get(fields) ?? []), level ?? 'off'])
  }
  return Array.from(byFields, ([fields, names]) => `  ${names.join(' ')}: ${fields}`)
}

describe('default requests of the catalogue (decision 50)', () => {
  it('are those of the golden file; `vitest -u` writes it anew', async () => {
    const text = models.map((model) => [`${model.provider}/${model.id}`, ...rowsOf(model)].join('\n')).join('\n')
    await expect(`${text}\n`).toMatchFileSnapshot('default-requests.golden.txt')
  })

  it.each(models.map((model) => [model.provider, model.id, model] as const))(
    'of %s/%s are not refused by a strict server',
    (_, __, model) => {
      const faults = levels.map((level) => faultIn(model, bodyOf(model, level)))
      expect(faults.filter((fault) => fault !== undefined)).toEqual([])
    },
  )

  it('never turn thinking off where a model cannot', () => {
    const always = models.filter((model) => clampThinkingLevel(model, 'off') !== 'off')
    const off = /"type":"disabled"|"effort":"none"|"reasoning_effort":"none"|"enable_thinking":false|"thinkingBudget":0/
    expect(always.length).toBeGreaterThan(20)
    expect(always.filter((model) => off.test(decided(bodyOf(model)))).map(({ id }) => id)).toEqual([])
  })
})
