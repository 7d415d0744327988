import { PersistentMap } from '../values/persistent-map.ts'
import type { AssistantContent, AssistantMessage } from './message.ts'

/** Up to so many blocks, copying their list for each snapshot costs less than sharing it. */
const maxCopied = 64

type Head = Omit<AssistantMessage, 'content'>

interface Changed {
  index: number
  block: AssistantContent
}

/**
 * A snapshot of a message with so many blocks that a copy of their list for each delta would make the message
 * quadratic. Its list is made when somebody reads `content`, which is a property of its own like the others.
 */
class LongSnapshot {
  readonly #head: Head
  readonly #blocks: PersistentMap<number, AssistantContent>
  /** The block that was changed last. Events are read late, when asking an old version of the map would copy it. */
  readonly #changed: Changed | undefined

  private constructor(head: Head, blocks: PersistentMap<number, AssistantContent>, changed?: Changed) {
    this.#head = head
    this.#blocks = blocks
    this.#changed = changed
    Object.assign(this, head)
    // Without `this`, because reactive proxies (Vue) put themselves in its place.
    let content: AssistantContent[] | undefined
    const get = () => (content ??= listOf(blocks))
    Object.defineProperty(this, 'content', { get, enumerable: true, configurable: true })
  }

  static of({ content, ...head }: AssistantMessage): LongSnapshot {
    return new LongSnapshot(head, new PersistentMap(content.entries()))
  }

  static is(message: object): message is LongSnapshot {
    return message instanceof LongSnapshot
  }

  block(index: number): AssistantContent | undefined {
    return this.#changed?.index === index ? this.#changed.block : this.#blocks.get(index)
  }

  withBlock(index: number, block: AssistantContent): LongSnapshot {
    return new LongSnapshot(this.#head, this.#blocks.with(index, block), { index, block })
  }

  withFields(fields: Partial<Head>): LongSnapshot {
    return new LongSnapshot({ ...this.#head, ...fields }, this.#blocks, this.#changed)
  }
}

function listOf(blocks: PersistentMap<number, AssistantContent>): AssistantContent[] {
  return Array.from({ length: blocks.size }, (_, index) => blocks.get(index) as AssistantContent)
}

/** What a long snapshot shows to its readers. */
function asMessage(snapshot: LongSnapshot): AssistantMessage {
  return snapshot as unknown as AssistantMessage
}

/** The block at a place; the list of a long message is not made for it. */
export function blockOf(message: AssistantMessage, index: number): AssistantContent | undefined {
  return LongSnapshot.is(message) ? message.block(index) : message.content[index]
}

/** A snapshot with another block, or one more. The one before stays as it was. */
export function withBlock(message: AssistantMessage, index: number, block: AssistantContent): AssistantMessage {
  if (LongSnapshot.is(message)) return asMessage(message.withBlock(index, block))
  if (message.content.length > maxCopied) return asMessage(LongSnapshot.of(message).withBlock(index, block))
  const content = message.content.slice()
  content[index] = block
  return { ...message, content }
}

/** A snapshot with other fields beside its blocks. */
export function withFields(message: AssistantMessage, fields: Partial<Head>): AssistantMessage {
  return LongSnapshot.is(message) ? asMessage(message.withFields(fields)) : { ...message, ...fields }
}
