import { isSecretName } from '../auth/secrets.ts'
import { type Redact, redacted, redactorOf } from '../errors/redact.ts'
import { isRecord, setOwn } from '../values/json.ts'
import type { RecordedChunk } from './recording.ts'

/** A chunk as it came. */
export interface RawChunk {
  afterMs: number
  bytes: Uint8Array
}

/** Fields of a body that name people: not secrets, and nobody else's business. */
const personalName = /^(user|user_?id|safety_?identifier|end_?user)$/i

/**
 * Takes secrets out of bodies. Beside those of the request, the texts that the caller names are taken out, however short
 * they are.
 */
export function bodyRedactor(secrets: readonly string[], named: readonly string[]): Redact {
  const clean = redactorOf([...secrets, ...named])
  const known = named.filter((text) => text !== '').toSorted((a, b) => b.length - a.length)
  return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, redacted), clean(text))
}

/** The path and query of an address, without the secrets in it. */
export function redactedAddress(url: string, clean: Redact): string {
  const { pathname, searchParams } = new URL(url)
  for (const name of new Set(searchParams.keys())) if (isSecretName(name)) searchParams.set(name, redacted)
  const query = searchParams.toString()
  return clean(query === '' ? pathname : `${pathname}?${query}`)
}

/** A parsed body without the names of people; keys are found by their value, as arguments may be called `key`. */
export function withoutPeople(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutPeople)
  if (!isRecord(body)) return body
  const copy: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const isPersonal = typeof value === 'string' && personalName.test(name)
    setOwn(copy, name, isPersonal ? redacted : withoutPeople(value))
  }
  return copy
}

/**
 * The chunks of a body without secrets. They are looked for in the whole text, as a secret may lie across chunks; where
 * none is, every chunk stays as it came. Otherwise the clean text is cut where the chunks were cut, as near as the
 * secrets allow.
 */
export function redactedChunks(chunks: readonly RawChunk[], clean: Redact): RecordedChunk[] {
  const bytes = join(chunks)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const cleanText = clean(text)
  const binary = cleanText === text ? latin1(bytes) : ''
  if (cleanText === text && clean(binary) === binary) return chunks.map(chunkOf)
  // Text with secrets is cut anew; bytes that are no text are cleaned as they are.
  const isText = new TextEncoder().encode(text).length === bytes.length && cleanText !== text
  return isText ? cutText(cleanText, chunks) : cutBytes(clean(latin1(bytes)), chunks)
}

function cutText(text: string, chunks: readonly RawChunk[]): RecordedChunk[] {
  return cut(text, chunks).map(({ afterMs, part }) => ({ afterMs, text: part }))
}

function cutBytes(binary: string, chunks: readonly RawChunk[]): RecordedChunk[] {
  return cut(binary, chunks).map(({ afterMs, part }) => ({ afterMs, base64: btoa(part) }))
}

/** As many parts as there were chunks, of the same share of the whole. No part ends inside a replaced secret. */
function cut(text: string, chunks: readonly RawChunk[]): { afterMs: number; part: string }[] {
  const total = chunks.reduce((sum, { bytes }) => sum + bytes.length, 0)
  let [read, start] = [0, 0]
  return chunks.map(({ afterMs, bytes }) => {
    read += bytes.length
    const end = Math.max(start, read >= total ? text.length : cutBefore(text, Math.floor((text.length * read) / total)))
    const part = text.slice(start, end)
    start = end
    return { afterMs, part }
  })
}

/** The place, or an earlier one that divides neither a replaced secret nor a character. */
function cutBefore(text: string, at: number): number {
  const near = text.lastIndexOf(redacted, at)
  if (near >= 0 && near + redacted.length > at) return near
  const isLowSurrogate = (text.charCodeAt(at) & 0xfc00) === 0xdc00
  return isLowSurrogate ? at - 1 : at
}

function chunkOf({ afterMs, bytes }: RawChunk): RecordedChunk {
  try {
    return { afterMs, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { afterMs, base64: btoa(latin1(bytes)) }
  }
}

function join(chunks: readonly RawChunk[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let at = 0
  for (const { bytes } of chunks) {
    whole.set(bytes, at)
    at += bytes.length
  }
  return whole
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
