import { type AssistantMessage, toolCallsOf } from '../message/message.ts'
import { textOfBlocks } from '../message/text-of-blocks.ts'

/** So many responses are remembered: those of the conversations in progress. */
const maxRemembered = 1000

/** What the chat format has of a response. */
export interface ResponseFacts {
  text: string
  /** Where the caller keeps it. */
  reasoning: string
  calls: readonly { id: string; name: string; arguments: Record<string, unknown> }[]
}

/**
 * The responses of one client as they came. The chat format has no place for signatures and encrypted reasoning, which
 * providers want back unchanged; so a response that comes back is exchanged for the one that was given.
 */
export class RememberedResponses {
  readonly #known = new Map<string, AssistantMessage>()

  /** Gives the message back. */
  remember(message: AssistantMessage): AssistantMessage {
    const key = keyOf({ text: textOfBlocks(message.content), calls: toolCallsOf(message) })
    this.#known.delete(key)
    this.#known.set(key, message)
    if (this.#known.size > maxRemembered) this.#forgetOldest()
    return message
  }

  /**
   * The response with the same text and calls. The ids of its calls identify it; a mere text may be that of
   * another conversation, so there the reasoning must be the same, too. Undefined if text or calls were edited since.
   */
  recall(facts: ResponseFacts): AssistantMessage | undefined {
    const known = this.#known.get(keyOf(facts))
    return known && (facts.calls.length > 0 || reasoningOf(known) === facts.reasoning) ? known : undefined
  }

  #forgetOldest(): void {
    for (const key of this.#known.keys()) {
      this.#known.delete(key)
      return
    }
  }
}

function keyOf({ text, calls }: Pick<ResponseFacts, 'text' | 'calls'>): string {
  return JSON.stringify([text, ...calls.map((call) => [call.id, call.name, call.arguments])])
}

function reasoningOf({ content }: AssistantMessage): string {
  return content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('')
}
