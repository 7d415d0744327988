import { mapPreserving } from '../values/map-preserving.ts'

/** What no JSON body of ours may hold: half a surrogate pair, which providers refuse, and NUL, which breaks their stores. */
const illFormed = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/g

/** The text without NUL and without unpaired surrogates. Whole pairs stay; a clean text comes back as it is. */
export function sanitizeText(text: string): string {
  return isClean(text) ? text : text.replace(illFormed, '')
}

/**
 * The same for every string in a JSON value, keys included. Clean values come back as the same objects.
 *
 * @param value must be free of cycles, as everything that is sent is.
 */
export function sanitizeValue<T>(value: T): T {
  return sanitized(value) as T
}

function sanitized(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? mapPreserving(value, sanitized) : sanitizedRecord(value as Record<string, unknown>)
}

function sanitizedRecord(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record)
  const clean = mapPreserving(entries, (entry) => {
    const [key, value] = entry
    const [cleanKey, cleanValue] = [sanitizeText(key), sanitized(value)]
    return cleanKey === key && cleanValue === value ? entry : ([cleanKey, cleanValue] as [string, unknown])
  })
  return clean === entries ? record : Object.fromEntries(clean)
}

// `isWellFormed` is a fast native scan where there is one (all supported runtimes, but not the compiler's library).
function isClean(text: string): boolean {
  const { isWellFormed } = text as { isWellFormed?: () => boolean }
  const hasPairs = isWellFormed ? isWellFormed.call(text) : text.search(illFormed) < 0
  return hasPairs && !text.includes('\0')
}
