import { expect } from 'vitest'

import type { AssistantMessage } from '#src/message/message.ts'

import { exclusionOf, type RecordedStream } from './shared.ts'

type RawUsage = Record<string, unknown>
type Buckets = Pick<AssistantMessage['usage'], 'input' | 'output' | 'cacheRead' | 'cacheWrite'>

/** Words for the end of a message that went well, in all wire formats. `toolUse` follows from the calls. */
const goodEnds: Readonly<Record<string, 'stop' | 'length'>> = {
  stop: 'stop',
  eos: 'stop',
  tool_calls: 'stop',
  function_call: 'stop',
  length: 'length',
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  completed: 'stop',
  incomplete: 'length',
}

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
const at = (usage: RawUsage, group: string, name: string): number =>
  number((usage[group] as RawUsage | null | undefined)?.[name])

/** Four disjoint buckets from the raw usage of each wire format, written down independently of the library. */
const bucketsOf: Readonly<Record<string, (usage: RawUsage) => Buckets>> = {
  'openai-completions': (usage) => {
    const details = usage['prompt_tokens_details'] as RawUsage | undefined
    const read = number(details?.['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cached_tokens'])
    const write = at(usage, 'prompt_tokens_details', 'cache_write_tokens')
    const reasoning = at(usage, 'completion_tokens_details', 'reasoning_tokens')
    const [prompt, completion] = [number(usage['prompt_tokens']), number(usage['completion_tokens'])]
    const isOutside = number(usage['total_tokens']) === prompt + completion + reasoning
    const output = completion + (isOutside ? reasoning : 0)
    return { input: Math.max(0, prompt - read - write), output, cacheRead: read, cacheWrite: write }
  },
  'openai-responses': (usage) => {
    const cacheRead = at(usage, 'input_tokens_details', 'cached_tokens')
    const cacheWrite = at(usage, 'input_tokens_details', 'cache_write_tokens')
    const input = Math.max(0, number(usage['input_tokens']) - cacheRead - cacheWrite)
    return { input, output: number(usage['output_tokens']), cacheRead, cacheWrite }
  },
  'anthropic-messages': (usage) => ({
    input: number(usage['input_tokens']),
    output: number(usage['output_tokens']),
    cacheRead: number(usage['cache_read_input_tokens']),
    cacheWrite: number(usage['cache_creation_input_tokens']),
  }),
  'google-generative-ai': (usage) => {
    const cacheRead = number(usage['cachedContentTokenCount'])
    const prompt = Math.max(0, number(usage['promptTokenCount']) - cacheRead)
    const output = number(usage['candidatesTokenCount']) + number(usage['thoughtsTokenCount'])
    return { input: prompt + number(usage['toolUsePromptTokenCount']), output, cacheRead, cacheWrite: 0 }
  },
  'bedrock-converse': (usage) => ({
    input: number(usage['inputTokens']),
    output: number(usage['outputTokens']),
    cacheRead: number(usage['cacheReadInputTokens']),
    cacheWrite: number(usage['cacheWriteInputTokens']),
  }),
}

/** Asserts that a message holds what the recorded stream says it must decode to. */
export function expectDecoded(stream: RecordedStream, message: AssistantMessage): void {
  const { ignore = [] } = exclusionOf(stream.id)
  expectProse(stream, message)
  if (!ignore.includes('calls')) expectCalls(stream, message)
  if (!ignore.includes('stopReason')) expectEnd(stream, message)
  if (!ignore.includes('usage') && !isFailed(stream)) expectUsage(stream, message)
}

function expectProse({ expected }: RecordedStream, message: AssistantMessage): void {
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const thinking = message.content.map((block) => (block.type === 'thinking' && !block.redacted ? block.thinking : ''))
  expect([expected.text, expected.text + (expected.refusal ?? '')]).toContain(text)
  // Summaries of reasoning are separated by blank lines, which the recordings' expectation leaves out.
  expect(thinking.join('').replaceAll('\n\n', '')).toBe(expected.reasoning.replaceAll('\n\n', ''))
}

function expectCalls({ expected }: RecordedStream, message: AssistantMessage): void {
  const calls = message.content.filter((block) => block.type === 'toolCall')
  expect(calls.map(({ name }) => name)).toEqual(expected.toolCalls.map(({ name }) => name))
  for (const [index, { id, arguments: text }] of expected.toolCalls.entries()) {
    if (id !== null) expect(calls[index]?.id.split('|')).toContain(id)
    else expect(calls[index]?.id).not.toBe('')
    const whole = parse(text)
    if (whole === undefined) expect(calls[index]?.argumentsError).toBeTypeOf('string')
    else expect(calls[index]?.arguments).toEqual(whole)
  }
}

function expectEnd({ id, expected }: RecordedStream, message: AssistantMessage): void {
  const word = isFailed({ expected }) ? undefined : goodEnds[expected.finishReason ?? '']
  const end = word === 'stop' && expected.toolCalls.length > 0 ? 'toolUse' : (word ?? 'error')
  const refused = expected.refusal ? ['error'] : [end]
  expect(exclusionOf(id).stopReasons ?? refused).toContain(message.stopReason)
  for (const { message: said, error } of exclusionOf(id).ignore?.includes('errorText') ? [] : (expected.errors ?? [])) {
    expect(message.errorMessage).toContain(said ?? error?.message ?? '')
  }
}

function expectUsage({ id, expected }: RecordedStream, message: AssistantMessage): void {
  const folder = id.split('/')[0] ?? ''
  const buckets = bucketsOf[folder]?.(expected.usage ?? {})
  expect(message.usage).toMatchObject(buckets ?? {})
  const { input, output, cacheRead, cacheWrite, totalTokens } = message.usage
  expect(totalTokens).toBe(input + output + cacheRead + cacheWrite)
}

function isFailed({ expected }: Pick<RecordedStream, 'expected'>): boolean {
  return Boolean(expected.errors?.length || expected.promptFeedback)
}

function parse(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
