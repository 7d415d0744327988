import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Recordings } from './apis.ts'

/** The folder of shared test data: `$SHARED`, else `shared` beside the repository. It may be absent. */
const sharedFolder = process.env['SHARED'] ?? fileURLToPath(new URL('../../../../../shared', import.meta.url))

export const hasShared = existsSync(join(sharedFolder, 'streams'))

/** What a recorded stream must decode to; see the README of the streams. */
export interface ExpectedStream {
  text: string
  reasoning: string
  toolCalls: { id: string | null; name: string; arguments: string }[]
  finishReason: string | null
  usage: Record<string, unknown> | null
  refusal?: string
  errors?: { message?: string; error?: { message?: string } }[]
  promptFeedback?: { blockReason?: string }
}

export interface RecordedStream {
  /** `<folder>/<name>`, as in the list of exclusions. */
  id: string
  vendor: string
  model: string | null
  body: Uint8Array
  expected: ExpectedStream
}

/** All recorded streams of a wire format (the name of its folder), without those that do not apply. */
export function recordedStreams(folder: string, extension = 'sse'): RecordedStream[] {
  const path = join(sharedFolder, 'streams', folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .map((file) => readStream(folder, file.slice(0, -'.json'.length), extension))
    .filter((stream): stream is RecordedStream => stream !== undefined && exclusionOf(stream.id).skip === undefined)
}

/** The recorded streams of an API. */
export function recordingsOf({ folder, extension, vendor }: Recordings): RecordedStream[] {
  return recordedStreams(folder, extension).filter((stream) => vendor === undefined || stream.vendor === vendor)
}

function readStream(folder: string, name: string, extension: string): RecordedStream | undefined {
  const stem = join(sharedFolder, 'streams', folder, name)
  if (!existsSync(`${stem}.${extension}`)) return undefined
  const meta = JSON.parse(readFileSync(`${stem}.json`, 'utf8')) as Omit<RecordedStream, 'id' | 'body'>
  return { ...meta, id: `${folder}/${name}`, body: readFileSync(`${stem}.${extension}`) }
}

/** The names of the small hostile inputs. */
export function sharedFaults(): string[] {
  const folder = join(sharedFolder, 'faults')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

/** What a hostile input holds. */
export function readFault(name: string): Uint8Array {
  return readFileSync(join(sharedFolder, 'faults', name))
}

/** Why a stream is left out, or judged in part. */
export interface Exclusion {
  skip?: string
  ignore?: string[]
  stopReasons?: string[]
}

export function exclusionOf(id: string): Exclusion {
  exclusions ??= readExclusions()
  return exclusions[id] ?? {}
}

let exclusions: Record<string, Exclusion> | undefined

function readExclusions(): Record<string, Exclusion> {
  const file = join(sharedFolder, 'judge/streams/exclusions.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Exclusion>) : {}
}

/** A case from a public bug report; see the README of the cases. */
export interface SharedCase {
  id: string
  title: string
  kind: string
  library: string
  input: Record<string, unknown>
  expected: Record<string, unknown>
}

export function sharedCases(kind: string): SharedCase[] {
  const path = join(sharedFolder, 'cases', kind)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(path, file), 'utf8')) as SharedCase)
}
