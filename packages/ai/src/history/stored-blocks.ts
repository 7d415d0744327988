import { mapPreserving } from '../values/map-preserving.ts'

/** A list of blocks, where other programs store a text, texts, or nothing. */
export function listOf<Block>(content: unknown): Block[] {
  const toBlock = (block: unknown) => (typeof block === 'string' ? { type: 'text', text: block } : block) as Block
  if (Array.isArray(content)) return mapPreserving(content as Block[], toBlock)
  return typeof content === 'string' ? [toBlock(content)] : []
}

/** Changes each block or leaves it out (undefined); the same list when nothing changed. */
export function filterMapPreserving<Block>(
  blocks: Block[],
  change: (block: Block, at: number) => Block | undefined,
): Block[] {
  const kept = blocks.map(change).filter((block) => block !== undefined)
  return kept.length === blocks.length && kept.every((block, at) => block === blocks[at]) ? blocks : kept
}
