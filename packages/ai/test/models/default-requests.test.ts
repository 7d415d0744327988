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
import { faultInGoogle } from '../support/strict/google.ts'

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

  it.each(models.filter(({ api }) => api === 'anthropic-messages').map((model) => [model.id, model] as const))(
    'of %s are not refused by a strict Anthropic server',
    (_, model) => {
      for (const level of levels) expect(faultInAnthropic(bodyOf(model, level) as never)).toBeUndefined()
    },
  )

  it.each(models.filter(({ api }) => api.startsWith('google')).map((model) => [model.id, model] as const))(
    'of %s are not refused by a strict Google server',
    (id, model) => {
      for (const level of levels) expect(faultInGoogle(id, bodyOf(model, level) as never)).toBeUndefined()
    },
  )

  it('never turn thinking off where a model cannot', () => {
    const always = models.filter((model) => clampThinkingLevel(model, 'off') !== 'off')
    const off = /"type":"disabled"|"effort":"none"|"reasoning_effort":"none"|"enable_thinking":false|"thinkingBudget":0/
    expect(always.length).toBeGreaterThan(20)
    expect(always.filter((model) => off.test(decided(bodyOf(model)))).map(({ id }) => id)).toEqual([])
  })
})
