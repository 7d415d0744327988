import type { ToolCall } from './message.ts'
import { PartialJson } from './partial-json.ts'

/**
 * The arguments of a call that is still streaming: the fragments of its text, and what can be read of them. Reading lags
 * behind writing, because events are read after a whole network chunk has been folded; so the text is parsed at the
 * reader's pace, and not at all where nobody reads.
 */
export class StreamingArguments {
  readonly #fragments: string[] = []
  /** How many fragments have been read. */
  #read = 0
  readonly #root: Record<string, unknown> = {}
  readonly #json = new PartialJson(this.#root)

  push(fragment: string): void {
    this.#fragments.push(fragment)
  }

  /** How many fragments have arrived: the time of a snapshot. */
  get time(): number {
    return this.#fragments.length
  }

  get text(): string {
    return this.#fragments.join('')
  }

  /**
   * What had arrived at that time. Read in order of time, as a stream is, all reads together cost one pass over the text
   * and give the same object, which grows. A read of an earlier time reads the text anew.
   */
  at(time: number): Record<string, unknown> {
    if (time < this.#read) return readAnew(this.#fragments.slice(0, time))
    while (this.#read < time) this.#json.push(this.#fragments[this.#read++] as string)
    return this.#root
  }
}

function readAnew(fragments: readonly string[]): Record<string, unknown> {
  const earlier = new StreamingArguments()
  for (const fragment of fragments) earlier.push(fragment)
  return earlier.at(fragments.length)
}

/** What is known of a call before its arguments. */
export type CallHead = Pick<ToolCall, 'id' | 'name' | 'thoughtSignature'>

/**
 * A snapshot of a call that is still streaming. Copying what has been read so far would make long arguments quadratic,
 * so the snapshot remembers how much had arrived, and its `arguments` are read on access.
 *
 * To its readers it is plain data: `arguments` is a property of its own, like the others. The accessor is the same one
 * for all snapshots, because an accessor of their own would cost each of them half a kilobyte.
 */
export class OpenCall implements ToolCall {
  readonly type = 'toolCall'
  id: string
  name: string
  declare readonly arguments: Record<string, unknown>
  declare thoughtSignature?: string
  readonly #text: StreamingArguments
  readonly #time: number

  constructor({ id, name, thoughtSignature }: CallHead, text: StreamingArguments) {
    this.id = id
    this.name = name
    if (thoughtSignature !== undefined) this.thoughtSignature = thoughtSignature
    this.#text = text
    this.#time = text.time
    Object.defineProperty(this, 'arguments', OpenCall.#accessor)
  }

  static readonly #accessor: PropertyDescriptor & ThisType<OpenCall> = {
    get() {
      return this.#text.at(this.#time)
    },
    enumerable: true,
    configurable: true,
  }
}
