import type { OpenAI } from 'openai'

import type { Model, ThinkingLevel } from '../message/model.ts'
import type { SimpleStreamOptions } from '../options/options.ts'

type OnPayload = NonNullable<SimpleStreamOptions['onPayload']>
type Body = OpenAI.Chat.Completions.ChatCompletionCreateParams

const levels: ReadonlySet<unknown> = new Set(['minimal', 'low', 'medium', 'high', 'xhigh', 'max'])

/** What a request asks for besides a response to its messages, in the terms of this library. */
export function toOptions(
  body: Body,
  model: Model,
  defaults: Pick<SimpleStreamOptions, 'onPayload'>,
): SimpleStreamOptions {
  const maxTokens = body.max_completion_tokens ?? body.max_tokens
  const { temperature, reasoning_effort: effort, tool_choice: choice, user } = body
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    ...(levels.has(effort) && { reasoning: effort as ThinkingLevel }),
    ...(choice !== undefined && { toolChoice: choice }),
    ...(user && { metadata: { user_id: user } }),
    ...(model.api === 'openai-completions' && { onPayload: passingOn(body, defaults.onPayload) }),
  }
}

/** What this library builds itself. Everything else goes to servers of the same format as it is, e.g. `top_p`, `seed`. */
const built: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'stream',
  'stream_options',
  'temperature',
  'max_tokens',
  'max_completion_tokens',
  'reasoning_effort',
])

function passingOn(body: Body, onPayload: OnPayload | undefined): OnPayload {
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !built.has(key)))
  return async (payload, model) => {
    const whole = { ...rest, ...(payload as object) }
    return (await onPayload?.(whole, model)) ?? whole
  }
}

/** The fields of a request for which other APIs than Chat Completions have no place here; they are left out. */
export function leftOut(body: Body, { api }: Pick<Model, 'api'>): string[] {
  if (api === 'openai-completions') return []
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  return given.map(([key]) => key).filter((key) => !built.has(key) && key !== 'user')
}
