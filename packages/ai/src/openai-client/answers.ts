import type { AssistantMessage } from '../message/message.ts'
import { toolCallsOf } from '../message/message.ts'

/** So many answers are remembered: those of the conversations in progress. */
const maxAnswers = 1000

/** What can be told of an answer in the chat format. */
export interface AnswerFacts {
  text: string
  /** Where the caller keeps it. */
  reasoning: string
  calls: readonly { id: string; name: string; arguments: Record<string, unknown> }[]
}

/**
 * The answers of one client as they came. The chat format has no place for signatures and encrypted reasoning, which
 * vendors want back unchanged; so an answer that comes back is exchanged for the one that was given.
 */
export class Answers {
  readonly #known = new Map<string, AssistantMessage>()

  /** Gives the message back. */
  remember(message: AssistantMessage): AssistantMessage {
    const key = keyOf({ text: textOf(message), calls: toolCallsOf(message) })
    this.#known.delete(key)
    this.#known.set(key, message)
    if (this.#known.size > maxAnswers) this.#forgetOldest()
    return message
  }

  /**
   * The answer that says the same, unless its text or calls were edited since. The ids of its calls tell it from others;
   * a mere text may have been said in another conversation, so there the reasoning must be the same, too.
   */
  recall(facts: AnswerFacts): AssistantMessage | undefined {
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

function keyOf({ text, calls }: Pick<AnswerFacts, 'text' | 'calls'>): string {
  return JSON.stringify([text, ...calls.map((call) => [call.id, call.name, call.arguments])])
}

function textOf({ content }: AssistantMessage): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
}

function reasoningOf({ content }: AssistantMessage): string {
  return content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join('')
}
