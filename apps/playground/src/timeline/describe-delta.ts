import type { Delta } from '@dreb/ai/normalize'

/** A delta in two words: what it is, and what it brings. */
export interface DeltaText {
  label: string
  value: string
}

/** A delta as it is shown beside the chunk it came from. */
export function describeDelta(delta: Delta): DeltaText {
  return { label: 'contentIndex' in delta ? `${delta.type} #${delta.contentIndex}` : delta.type, value: valueOf(delta) }
}

function valueOf(delta: Delta): string {
  switch (delta.type) {
    case 'text_delta':
    case 'thinking_delta':
    case 'toolcall_delta':
      return JSON.stringify(delta.delta)
    case 'toolcall_start':
      return delta.name
    case 'usage':
      return Object.entries(delta.usage)
        .map(([bucket, count]) => `${bucket} ${count}`)
        .join(', ')
    case 'done':
      return delta.reason
    case 'error':
      return `${delta.code}: ${delta.message}`
    case 'start':
      return delta.responseModel ?? ''
    case 'text_signature':
    case 'thinking_signature':
    case 'toolcall_signature':
      return `${delta.signature.length} characters`
    case 'text_start':
    case 'text_end':
    case 'thinking_start':
    case 'thinking_end':
    case 'toolcall_end':
      return ''
  }
}
