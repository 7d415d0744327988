import { describe, expect, it } from 'vitest'

import type { DecodeFrames } from '../http/frames.ts'
import { accumulate, emptyDraft } from '../message/accumulate.ts'
import type { Delta } from '../message/delta.ts'
import type { AssistantMessage } from '../message/message.ts'
import type { Normalizer } from '../message/normalizer.ts'

/** The body of a response, and what it must become. */
export interface WireSample {
  name: string
  body: string | Uint8Array
  /** What the message must hold; only the fields that are given are compared. */
  message?: Partial<AssistantMessage>
}

/** What {@link describeNormalizer} tests, and on which samples. */
export interface NormalizerUnderTest<Chunk, State> {
  normalizer: Normalizer<Chunk, State>
  /** Cuts the body into chunks, e.g. `decodeSse`. */
  decode: DecodeFrames<Chunk>
  samples: readonly WireSample[]
}

const model = { api: 'test', provider: 'test', id: 'test', cost: {} }

/** The laws that every normalizer keeps, as vitest tests: blocks, ends, purity, cuts, truncation. */
export function describeNormalizer<Chunk, State>(name: string, subject: NormalizerUnderTest<Chunk, State>): void {
  describe(`${name} normalizer`, () => {
    for (const sample of subject.samples) describe(sample.name, () => testSample(subject, sample))
  })
}

function testSample<Chunk, State>({ normalizer, decode }: NormalizerUnderTest<Chunk, State>, sample: WireSample): void {
  const bytes = typeof sample.body === 'string' ? new TextEncoder().encode(sample.body) : sample.body
  const chunks = decoded(decode, [bytes])

  it('opens and ends every block once, and ends once', () => expectWellFormed(run(normalizer, chunks)))

  it('is pure: frozen states survive, and the same input gives the same output', () => {
    let state = deepFreeze(normalizer.initial)
    for (const chunk of chunks) {
      const first = normalizer.reduce(state, deepFreeze(chunk))
      expect(normalizer.reduce(state, chunk)).toEqual(first)
      state = deepFreeze(first[0])
    }
    expect(normalizer.end(state)).toEqual(normalizer.end(state))
  })

  it('does not depend on where the network cuts', () => {
    expect(decoded(decode, byteByByte(bytes))).toEqual(chunks)
    for (const seed of [1, 2, 3]) expect(decoded(decode, randomFragments(bytes, seed))).toEqual(chunks)
  })

  it('takes a stream that is cut before its end for a failure', () => {
    for (const length of [0, Math.min(1, chunks.length - 2)]) {
      expect(run(normalizer, chunks.slice(0, length)).at(-1)).toMatchObject({ type: 'error', code: 'stream_dropped' })
    }
  })

  const { message } = sample
  if (!message) return
  it('folds to the message that it stands for', () => {
    const draft = run(normalizer, chunks).reduce(accumulate, emptyDraft(model, 0))
    expect(draft.message).toMatchObject(message)
  })
}

function run<Chunk, State>({ initial, reduce, end }: Normalizer<Chunk, State>, chunks: readonly Chunk[]): Delta[] {
  const deltas: Delta[] = []
  let state = initial
  for (const chunk of chunks) {
    const [next, more] = reduce(state, chunk)
    state = next
    deltas.push(...more)
  }
  return deltas.some(isFinal) ? deltas : [...deltas, ...end(state)[1]]
}

function decoded<Chunk>(decode: DecodeFrames<Chunk>, fragments: Iterable<Uint8Array>): Chunk[] {
  const chunks: Chunk[] = []
  const ignore = () => {}
  const decoder = decode({ chunk: (chunk) => chunks.push(chunk), warn: ignore, fail: ignore, done: ignore })
  for (const fragment of fragments) decoder.feed(fragment)
  decoder.end()
  return chunks
}

const isFinal = ({ type }: Delta): boolean => type === 'done' || type === 'error'

function expectWellFormed(deltas: readonly Delta[]): void {
  const open = new Set<number>()
  let count = 0
  for (const delta of deltas) {
    if (!('contentIndex' in delta)) continue
    const { type, contentIndex } = delta
    if (type.endsWith('_start')) {
      expect(contentIndex, 'blocks are numbered in order').toBe(count++)
      open.add(contentIndex)
    } else if (!type.endsWith('_signature')) {
      expect(open.has(contentIndex), `${type} at ${contentIndex} is in an open block`).toBe(true)
    }
    if (type.endsWith('_end')) open.delete(contentIndex)
  }
  const last = deltas.at(-1)
  expect(deltas.filter(isFinal)).toHaveLength(1)
  expect(last && isFinal(last)).toBe(true)
  if (last?.type === 'done') expect([...open], 'blocks left open').toEqual([])
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const parts = value instanceof Map ? value.values() : Object.values(value)
  for (const part of parts) deepFreeze(part)
  return Object.freeze(value)
}

function* byteByByte(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) yield bytes.subarray(at, at + 1)
}

function* randomFragments(bytes: Uint8Array, seed: number): Generator<Uint8Array> {
  let random = seed
  for (let at = 0; at < bytes.length;) {
    random = (random * 48_271) % 2_147_483_647
    const length = 1 + (random % 100)
    yield bytes.subarray(at, at + length)
    at += length
  }
}
