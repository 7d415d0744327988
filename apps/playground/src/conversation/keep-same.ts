import type { AssistantTurn, Block, Conversation, Turn, TurnTokens } from './conversation.ts'

/** The later conversation, made of the objects of the earlier one where nothing changed: what is the same stays the same. */
export function filterMapPreserving(before: Conversation, after: Conversation): Conversation {
  const turns = after.map((turn, at) => keepTurn(before[at], turn))
  const isSame = turns.length === before.length && turns.every((turn, at) => turn === before[at])
  return isSame ? before : turns
}

function keepTurn(before: Turn | undefined, after: Turn): Turn {
  if (before?.kind === 'user' && after.kind === 'user') return before.text === after.text ? before : after
  if (before?.kind !== 'assistant' || after.kind !== 'assistant') return after
  const blocks = after.blocks.map((block, at) => keepBlock(before.blocks[at], block))
  return isSameTurn(before, after, blocks) ? before : { ...after, blocks }
}

function isSameTurn(before: AssistantTurn, after: AssistantTurn, blocks: readonly Block[]): boolean {
  return (
    before.status === after.status &&
    before.problem === after.problem &&
    isSameUse(before.tokens, after.tokens) &&
    blocks.length === before.blocks.length &&
    blocks.every((block, at) => block === before.blocks[at])
  )
}

function isSameUse(a: TurnTokens | undefined, b: TurnTokens | undefined): boolean {
  return a?.input === b?.input && a?.output === b?.output && a?.cached === b?.cached
}

function keepBlock(before: Block | undefined, after: Block): Block {
  if (before?.kind === 'call' && after.kind === 'call') {
    const { id, name, args, state, result } = before
    const isSame =
      id === after.id && name === after.name && args === after.args && state === after.state && result === after.result
    return isSame ? before : after
  }
  if (before === undefined || before.kind === 'call' || after.kind === 'call') return after
  return before.kind === after.kind && before.text === after.text ? before : after
}
