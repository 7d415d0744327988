import type OpenAI from 'openai'

type Item = OpenAI.Responses.ResponseInputItem

/**
 * The items with each id once, since the provider refuses a second one: a conversation that was copied together from
 * others may hold a turn twice. What repeats an id goes without it; reasoning, which cannot, is left out.
 */
export function withoutRepeatedIds(items: readonly Item[]): Item[] {
  const seen = new Set<string>()
  return items.flatMap((item) => {
    const id = 'id' in item ? item.id : undefined
    if (typeof id !== 'string') return [item]
    const isRepeated = seen.has(id)
    seen.add(id)
    return isRepeated ? withoutId(item) : [item]
  })
}

function withoutId(item: Item): Item[] {
  if (item.type === 'function_call') {
    const { id: _, ...call } = item
    return [call]
  }
  return item.type === 'message' ? [asPlainMessage(item)] : []
}

/** A message like any other, which needs no id. */
function asPlainMessage({ role, content, ...rest }: Extract<Item, { type?: 'message' }>): Item {
  const text = typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('')
  const marked = 'phase' in rest && rest.phase ? { phase: rest.phase } : {}
  return { role, content: text, ...marked }
}
