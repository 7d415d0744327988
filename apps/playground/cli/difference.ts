import type { AssistantTurn, Block, CallBlock, Conversation, Turn } from '../src/conversation/conversation.ts'

/**
 * What to print to get from one moment of a conversation to a later one. A terminal cannot take back what it has shown:
 * arguments are printed once they are whole, and what a retry throws away stays, with a line that says so.
 */
export function difference(before: Conversation, after: Conversation): string {
  const lost = before.length > after.length ? '\n↻ thrown away, asked again' : ''
  return lost + after.map((turn, at) => turnDifference(before[at], turn)).join('')
}

function turnDifference(before: Turn | undefined, after: Turn): string {
  if (before === after) return ''
  if (after.kind === 'user') return before?.kind === 'user' ? '' : `\n\n> ${after.text}\n`
  const earlier = before?.kind === 'assistant' ? before : undefined
  const blocks = after.blocks.map((block, at) => blockDifference(earlier?.blocks[at], block))
  return blocks.join('') + endDifference(earlier, after)
}

function blockDifference(before: Block | undefined, after: Block): string {
  if (after.kind === 'call') return callDifference(before?.kind === 'call' ? before : undefined, after)
  const shown = before?.kind === after.kind ? before.text : undefined
  if (shown !== undefined && after.text.startsWith(shown)) return after.text.slice(shown.length)
  return after.kind === 'thinking' ? `\n~ ${after.text}` : `\n${after.text}`
}

function callDifference(before: CallBlock | undefined, { name, args, state, result }: CallBlock): string {
  const isWhole = state !== 'arriving'
  const wasWhole = before !== undefined && before.state !== 'arriving'
  const call = isWhole && !wasWhole ? `\n→ ${name} ${compact(args)}` : ''
  const answer = result !== undefined && before?.result === undefined ? `\n← ${name}: ${result}` : ''
  return call + answer
}

function endDifference(before: AssistantTurn | undefined, { status, problem, tokens }: AssistantTurn): string {
  if (status === before?.status || status === 'streaming') return ''
  const used = tokens ? `\n  (${tokens.input} in, ${tokens.output} out, ${tokens.cached} cached)` : ''
  if (status === 'done') return used
  return `\n✗ ${status}${problem === undefined ? '' : `: ${problem}`}${used}`
}

/** JSON on one line. What was cut in the middle is shown as it was read. */
function compact(json: string): string {
  return json === '' ? '{}' : JSON.stringify(JSON.parse(json))
}
