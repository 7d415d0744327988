import type { MessageLike, Usage } from '../types/message.ts'

/** Usage as it may stand in stored messages. */
type MaybeUsage = { readonly [Part in keyof Usage]?: unknown } | null | undefined

/**
 * What a conversation has used: every response, and everything its sub-agents used, at all levels. Omitted, hidden and
 * failed messages count: they were paid for. Parts that are missing or no numbers count as 0.
 */
export function sumUsage(
  messages: readonly (Pick<MessageLike, 'usage' | 'subAgentUsage'> | null | undefined)[],
): Usage {
  return messages.reduce<Usage>(
    (sum, message) => addUsage(addUsage(sum, message?.usage), message?.subAgentUsage),
    noUsage,
  )
}

/** Nothing used. */
export const noUsage: Readonly<Usage> = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Both together; only the three common parts. */
export function addUsage(a: MaybeUsage, b: MaybeUsage): Usage {
  return {
    prompt_tokens: tokens(a?.prompt_tokens) + tokens(b?.prompt_tokens),
    completion_tokens: tokens(a?.completion_tokens) + tokens(b?.completion_tokens),
    total_tokens: totalOf(a) + totalOf(b),
  }
}

/** What `after` has more than `before`; never below 0. */
export function subtractUsage(after: Usage, before: Usage): Usage {
  return {
    prompt_tokens: Math.max(0, after.prompt_tokens - before.prompt_tokens),
    completion_tokens: Math.max(0, after.completion_tokens - before.completion_tokens),
    total_tokens: Math.max(0, after.total_tokens - before.total_tokens),
  }
}

/** Whether nothing was used, or nothing told. */
export function isZeroUsage(usage: Usage): boolean {
  return usage.prompt_tokens === 0 && usage.completion_tokens === 0 && usage.total_tokens === 0
}

function totalOf(usage: MaybeUsage): number {
  const total = usage?.total_tokens
  return isCount(total) ? total : tokens(usage?.prompt_tokens) + tokens(usage?.completion_tokens)
}

function tokens(count: unknown): number {
  return isCount(count) ? count : 0
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
