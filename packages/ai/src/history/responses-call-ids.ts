import { publicCallId, safeCallId, shortHash } from './call-ids.ts'

const maxIdLength = 64

/**
 * An id of a call as this API takes it: `call`, or `call|item` where the call came from this API. The item's id begins
 * with `fc_` and does not end with `_`; one that another model made means nothing here and becomes a hash of itself.
 */
export function responsesCallId(id: string, isForeign: boolean): string {
  const call = publicCallId(id)
  const item = id.slice(call.length + 1)
  if (item === '') return safeCallId(id, maxIdLength)
  return `${safeCallId(call, maxIdLength)}|${safeItemId(item, isForeign)}`
}

/** The item's part of an id, undefined if it has none. */
export function itemIdOf(id: string): string | undefined {
  return id.slice(publicCallId(id).length + 1) || undefined
}

function safeItemId(item: string, isForeign: boolean): string {
  const isKept = isForeign ? /^fc_[0-9a-z]{9,14}$/.test(item) : isItemId(item)
  return isKept ? item : `fc_${shortHash(item)}`
}

function isItemId(item: string): boolean {
  return item.length <= maxIdLength && /^fc_[A-Za-z0-9_-]*[A-Za-z0-9-]$/.test(item)
}
