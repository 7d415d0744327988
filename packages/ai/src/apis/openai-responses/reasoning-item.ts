import type OpenAI from 'openai'

import type { ThinkingContent } from '../../message/message.ts'
import { tryParseJson } from '../../values/json.ts'

type ReasoningItem = OpenAI.Responses.ResponseReasoningItem

/**
 * The reasoning item that a signature holds, as it was received. Undefined where it cannot be sent back: it is the
 * signature of another API, or it lacks its encrypted content, without which the provider would look for it in its store.
 */
export function replayableReasoning({ thinkingSignature }: ThinkingContent): ReasoningItem | undefined {
  const item = parseObject(thinkingSignature)
  return isReplayable(item) ? item : undefined
}

function isReplayable(item: Partial<ReasoningItem> | undefined): item is ReasoningItem {
  return item?.type === 'reasoning' && Boolean(item.encrypted_content)
}

function parseObject(text = ''): Partial<ReasoningItem> | undefined {
  return text.startsWith('{') ? (tryParseJson(text) ?? undefined) : undefined
}
