import type OpenAI from 'openai'

import type { ThinkingContent } from '../../message/message.ts'

type ReasoningItem = OpenAI.Responses.ResponseReasoningItem

/**
 * The reasoning item that a signature holds, as it was received. Undefined where it can not be sent back: it is the
 * signature of another API, or it lacks its encrypted content, without which the vendor would look for it in its store.
 */
export function replayableReasoning({ thinkingSignature }: ThinkingContent): ReasoningItem | undefined {
  const item = parseObject(thinkingSignature)
  return isReplayable(item) ? item : undefined
}

function isReplayable(item: Partial<ReasoningItem> | undefined): item is ReasoningItem {
  return item?.type === 'reasoning' && Boolean(item.encrypted_content)
}

function parseObject(text = ''): Partial<ReasoningItem> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as Partial<ReasoningItem>
  } catch {
    return undefined
  }
}
