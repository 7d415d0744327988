import { describe, expect, it } from 'vitest'

import { buildChatBody } from '#src/apis/openai-completions/body.ts'
import { compatOf } from '#src/apis/openai-completions/compat.ts'
import { toChatOptions } from '#src/apis/openai-completions/options.ts'
import { type ReasoningEffort, thinkingFields } from '#src/apis/openai-completions/thinking.ts'
import type { Model, OpenAICompletionsCompat, ThinkingFormat, ThinkingLevel } from '#src/message/model.ts'
import type { ToolChoice } from '#src/options/options.ts'

import { user, weather } from '../../support/conversation.ts'
import { testModel } from '../../support/models.ts'

const modelWith = (compat: OpenAICompletionsCompat, facts: Partial<Model> = {}) =>
  testModel({ api: 'openai-completions', provider: 'mine', compat, ...facts })

const fieldsOf = (model: Model, effort?: ReasoningEffort) => thinkingFields(model, compatOf(model), effort)

describe('how much to think is said in the words of the server', () => {
  it.each<[OpenAICompletionsCompat, object, object]>([
    [{ thinkingFormat: 'openai' }, {}, { reasoning_effort: 'high' }],
    [{ thinkingFormat: 'openai', supportsReasoningEffort: false }, {}, {}],
    [{ thinkingFormat: 'openai', reasoningEffortMap: { high: 'default' } }, {}, { reasoning_effort: 'default' }],
    [{ thinkingFormat: 'openrouter' }, { reasoning: { effort: 'none' } }, { reasoning: { effort: 'high' } }],
    [
      { thinkingFormat: 'zai' },
      { thinking: { type: 'disabled' } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    ],
    [{ thinkingFormat: 'moonshot' }, { thinking: { type: 'disabled' } }, { thinking: { type: 'enabled' } }],
    [{ thinkingFormat: 'qwen' }, { enable_thinking: false }, { enable_thinking: true }],
    [
      { thinkingFormat: 'qwen-chat-template' },
      { chat_template_kwargs: { enable_thinking: false } },
      { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: 'high' },
    ],
    [{ thinkingFormat: 'kimi' }, { thinking: { type: 'disabled' } }, { thinking: { type: 'enabled', effort: 'high' } }],
    [
      { thinkingFormat: 'deepseek' },
      { thinking: { type: 'disabled' } },
      { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    ],
    [
      { thinkingFormat: 'deepseek', supportsReasoningEffort: false },
      { thinking: { type: 'disabled' } },
      { thinking: { type: 'enabled' } },
    ],
  ])('%j: off is %j, high is %j', (compat, off, high) => {
    expect(fieldsOf(modelWith(compat))).toEqual(off)
    expect(fieldsOf(modelWith(compat), 'high')).toEqual(high)
    expect(fieldsOf(modelWith(compat, { reasoning: false }), 'high')).toEqual({})
  })

  it('Kimi may also decide itself, or be told not to', () => {
    const kimi = modelWith({ thinkingFormat: 'kimi' })
    expect(fieldsOf(kimi, 'auto')).toEqual({ thinking: { type: 'enabled' } })
    expect(fieldsOf(kimi, 'off')).toEqual({ thinking: { type: 'disabled' } })
  })
})

describe('models differ behind one provider (decision 50)', () => {
  const at = (provider: string, id: string, effort?: ReasoningEffort) =>
    fieldsOf(testModel({ api: 'openai-completions', provider, id }), effort)

  it.each<[string, string, ReasoningEffort | undefined, object]>([
    ['zai', 'glm-4.7', undefined, { thinking: { type: 'disabled' } }],
    ['zai', 'glm-4.7', 'low', { thinking: { type: 'enabled' } }],
    ['zai', 'glm-5.3', undefined, { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
    ['zai', 'glm-5.3', 'medium', { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
    ['zai', 'glm-5.3', 'xhigh', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    ['moonshotai', 'kimi-k2.6', 'high', { thinking: { type: 'enabled' } }],
    ['moonshotai', 'kimi-k2.7-code', undefined, {}],
    ['moonshotai', 'kimi-k2-thinking', undefined, {}],
    ['moonshotai', 'kimi-k3', undefined, { reasoning_effort: 'low' }],
    ['moonshotai', 'kimi-k3', 'max', { reasoning_effort: 'max' }],
    ['xai', 'grok-4.3', undefined, { reasoning_effort: 'none' }],
    ['xai', 'grok-4.6', 'max', { reasoning_effort: 'xhigh' }],
    ['xai', 'grok-4.5', undefined, { reasoning_effort: 'low' }],
    ['xai', 'grok-4-0709', 'high', {}],
    ['xai', 'grok-4-1-fast-reasoning', undefined, {}],
    ['xai', 'grok-3-mini', 'medium', { reasoning_effort: 'low' }],
    ['deepseek', 'deepseek-v4-pro', 'low', { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
    ['deepseek', 'deepseek-v4-pro', 'max', { thinking: { type: 'enabled' }, reasoning_effort: 'max' }],
    ['groq', 'qwen/qwen3-32b', undefined, { reasoning_effort: 'none' }],
    ['groq', 'qwen/qwen3-32b', 'low', { reasoning_effort: 'default' }],
    ['groq', 'openai/gpt-oss-120b', undefined, { reasoning_effort: 'low' }],
    ['openai', 'gpt-5.4', undefined, { reasoning_effort: 'none' }],
    ['openai', 'gpt-5', undefined, { reasoning_effort: 'minimal' }],
    ['openrouter', 'anthropic/claude-fable-5', undefined, { reasoning: { effort: 'low' } }],
    ['openrouter', 'google/gemini-3.7-flash', undefined, { reasoning: { effort: 'low' } }],
    ['openrouter', 'minimax/minimax-m2.5', undefined, {}],
    ['openrouter', 'deepseek/deepseek-r1', undefined, {}],
    ['openrouter', 'openai/gpt-5.4', undefined, { reasoning: { effort: 'none' } }],
  ])('%s %s at %s', (provider, id, effort, fields) => {
    expect(at(provider, id, effort)).toEqual(fields)
  })

  it('a server may have names for off and auto', () => {
    const named = modelWith({ reasoningEffortMap: { off: 'none', auto: 'dynamic' } })
    expect(fieldsOf(named, 'off')).toEqual({ reasoning_effort: 'none' })
    expect(fieldsOf(named, 'auto')).toEqual({ reasoning_effort: 'dynamic' })
  })

  it('auto is no effort where the server has no name for it', () => {
    expect(fieldsOf(modelWith({}), 'auto')).toEqual({})
    expect(fieldsOf(modelWith({ thinkingFormat: 'openrouter' }), 'auto')).toEqual({ reasoning: { enabled: true } })
  })

  it('a model of your own says itself what it knows', () => {
    const mine = modelWith({}, { profile: { thinkingLevels: ['low', 'max'], canTurnThinkingOff: false } })
    expect(fieldsOf(mine)).toEqual({ reasoning_effort: 'low' })
    expect(fieldsOf(mine, 'xhigh')).toEqual({ reasoning_effort: 'low' })
    expect(fieldsOf(mine, 'max')).toEqual({ reasoning_effort: 'max' })
  })
})

describe('Qwen from 3.8 knows three levels', () => {
  it.each<[ThinkingLevel, string]>([
    ['minimal', 'low'],
    ['low', 'low'],
    ['medium', 'medium'],
    ['high', 'xhigh'],
    ['xhigh', 'xhigh'],
    ['max', 'xhigh'],
  ])('%s is %s', (level, word) => {
    const qwen = modelWith({ thinkingFormat: 'qwen-chat-template' }, { id: 'qwen3.8-max' })
    expect(fieldsOf(qwen, level)).toMatchObject({ reasoning_effort: word })
  })

  it('unless the model has words of its own', () => {
    const map = { thinkingFormat: 'qwen-chat-template', reasoningEffortMap: { high: 'most' } } as const
    expect(fieldsOf(modelWith(map, { id: 'qwen3.8-max' }), 'high')).toMatchObject({ reasoning_effort: 'most' })
  })

  it('older ones get the level as it is', () => {
    const qwen = modelWith({ thinkingFormat: 'qwen-chat-template' }, { id: 'qwen3-32b' })
    expect(fieldsOf(qwen, 'high')).toMatchObject({ reasoning_effort: 'high' })
  })
})

describe('levels of the library', () => {
  const effortFor = (id: string, reasoning: ThinkingLevel, compat: OpenAICompletionsCompat = {}) =>
    toChatOptions(modelWith(compat, { id }), { reasoning })['reasoningEffort']

  it('are clamped to what the model knows', () => {
    expect(effortFor('gpt-5.6', 'max')).toBe('max')
    expect(effortFor('gpt-5.4', 'max')).toBe('xhigh')
    expect(effortFor('other', 'xhigh')).toBe('high')
    expect(effortFor('other', 'minimal')).toBe('minimal')
  })

  it('are not where the server has a word for them', () => {
    expect(effortFor('other', 'max', { reasoningEffortMap: { max: 'ultra' } })).toBe('max')
  })

  it('leave all other options as they are', () => {
    const onWarning = () => {}
    const options = {
      temperature: 0.5,
      maxTokens: 9,
      idleTimeoutMs: 7,
      onWarning,
      fetch,
      toolChoice: 'auto' as const,
      transport: 'sse' as const,
    }
    expect(toChatOptions(modelWith({}), { ...options, thinkingBudgets: { low: 1 } })).toEqual(options)
  })
})

describe('a forced call', () => {
  const fieldsBeside = (thinkingFormat: ThinkingFormat, toolChoice: ToolChoice) => {
    const model = testModel({ api: 'openai-completions', provider: 'mine', compat: { thinkingFormat } })
    const context = { messages: [user('Hi')], tools: [weather] }
    const { thinking, enable_thinking, chat_template_kwargs, reasoning_effort } = buildChatBody(model, context, {
      toolChoice,
      reasoningEffort: 'high',
    })
    return { thinking, enable_thinking, chat_template_kwargs, reasoning_effort }
  }

  it.each([
    ['deepseek', { thinking: { type: 'disabled' } }],
    ['kimi', { thinking: { type: 'disabled' } }],
    ['qwen', { enable_thinking: false }],
    ['qwen-chat-template', { chat_template_kwargs: { enable_thinking: true }, reasoning_effort: 'high' }],
    ['openai', { reasoning_effort: 'high' }],
  ] as const)('of %s goes out with %o', (format, fields) => {
    expect(fieldsBeside(format, 'required')).toEqual(fields)
    expect(fieldsBeside(format, { type: 'function', function: { name: 'weather' } })).toEqual(fields)
  })

  it('is not one where the model may choose', () => {
    expect(fieldsBeside('deepseek', 'auto')).toEqual({ thinking: { type: 'enabled' }, reasoning_effort: 'high' })
  })
})
