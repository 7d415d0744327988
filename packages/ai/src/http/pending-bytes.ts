/** Bytes that wait for the rest of their frame. Grows by doubling, so a frame that comes byte by byte costs linear time. */
export class PendingBytes {
  #buffer = new Uint8Array(0)
  #length = 0

  /** All bytes that wait, the new ones last. Valid until the next call. */
  append(bytes: Uint8Array): Uint8Array {
    if (this.#length === 0) return bytes
    this.#reserve(this.#length + bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
    return this.#buffer.subarray(0, this.#length)
  }

  /** What is left, the tail of what `append` gave, waits. */
  keep(rest: Uint8Array): void {
    const isOurs = rest.buffer === this.#buffer.buffer
    if (!isOurs) this.#reserve(rest.length)
    // A tail that is all there was is in its place already.
    if (!isOurs || rest.byteOffset > 0) this.#buffer.set(rest)
    this.#length = rest.length
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return
    const larger = new Uint8Array(Math.max(length, this.#buffer.length * 2, 1024))
    larger.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = larger
  }
}
