import type { FixtureChunk } from '@dreb/fixtures'

/** The bytes of a recorded chunk. */
export function chunkBytes({ text, base64 }: FixtureChunk): Uint8Array<ArrayBuffer> {
  if (base64 === undefined) return new TextEncoder().encode(text ?? '')
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
