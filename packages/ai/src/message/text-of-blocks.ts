/** The text of content: that of its text blocks, one behind the other. Other blocks have none. */
export function textOfBlocks(blocks: readonly ({ type: string } | TextBlock)[], separator = ''): string {
  return blocks.flatMap((block) => (isText(block) ? [block.text] : [])).join(separator)
}

interface TextBlock {
  type: 'text'
  text: string
}

function isText(block: { type: string } | TextBlock): block is TextBlock {
  return block.type === 'text'
}
