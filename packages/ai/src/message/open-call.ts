import type { ToolCall } from './message.ts'
import { PartialJson } from './partial-json.ts'

/** How many fragments had arrived when a snapshot was made. */
const arrived = Symbol('arrived')

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

  /**
   * The `arguments` of every snapshot of this call. One accessor for all of them, because one each would cost them half
   * a kilobyte; and none that needs the snapshot itself, because reactive proxies (Vue) put themselves in its place.
   */
  readonly accessor: PropertyDescriptor

  constructor() {
    const read = (time: number) => this.at(time)
    this.accessor = {
      get(this: { readonly [arrived]: number }) {
        return read(this[arrived])
      },
      enumerable: true,
      configurable: true,
    }
  }

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
 * To its readers it is plain data: `arguments` is a property of its own, like the others.
 */
export class OpenCall implements ToolCall {
  readonly type = 'toolCall'
  id: string
  name: string
  declare readonly arguments: Record<string, unknown>
  declare thoughtSignature?: string
  declare readonly [arrived]: number

  constructor({ id, name, thoughtSignature }: CallHead, text: StreamingArguments) {
    this.id = id
    this.name = name
    if (thoughtSignature !== undefined) this.thoughtSignature = thoughtSignature
    Object.defineProperty(this, arrived, { value: text.time })
    Object.defineProperty(this, 'arguments', text.accessor)
  }
}
