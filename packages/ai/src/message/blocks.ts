import { PersistentMap } from '../values/persistent-map.ts'
import type { Delta } from './delta.ts'

/** What a block of a message is. */
export type BlockKind = 'text' | 'thinking' | 'toolcall'

/** A block that has begun, and where it stands in the message. */
export interface OpenBlock {
  readonly kind: BlockKind
  readonly contentIndex: number
}

/** Which blocks are open, under the key the provider knows them by, and how many there have been. */
export interface Blocks {
  readonly count: number
  readonly open: PersistentMap<string | number, OpenBlock>
}

/** Before the first block. */
export const noBlocks: Blocks = { count: 0, open: new PersistentMap() }

/** Opens the next block; its index is the count before. */
export function openBlock(blocks: Blocks, key: string | number, kind: BlockKind): Blocks {
  const open = blocks.open.with(key, { kind, contentIndex: blocks.count })
  return { count: blocks.count + 1, open }
}

/** Forgets an open block, whose end the caller emits. */
export function dropBlock(blocks: Blocks, key: string | number): Blocks {
  return { count: blocks.count, open: blocks.open.without(key) }
}

/** Ends a block, if it is open. */
export function closeBlock(blocks: Blocks, key: string | number): readonly [Blocks, Delta[]] {
  const block = blocks.open.get(key)
  return block ? [dropBlock(blocks, key), [endOf(block)]] : [blocks, []]
}

/** Ends every open block, in the order they were opened. */
export function closeAll(blocks: Blocks): readonly [Blocks, Delta[]] {
  if (blocks.open.size === 0) return [blocks, []]
  const open = Array.from(blocks.open, ([, block]) => block)
  const inOrder = open.sort((a, b) => a.contentIndex - b.contentIndex)
  return [{ count: blocks.count, open: noBlocks.open }, inOrder.map(endOf)]
}

/** The end of a block. */
export function endOf({ kind, contentIndex }: OpenBlock): Delta {
  return { type: `${kind}_end`, contentIndex }
}
