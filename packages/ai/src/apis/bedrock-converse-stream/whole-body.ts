import { asList, asRecord, asText, isObject } from '../../values/json.ts'
import type { BedrockBlockDelta, BedrockChunk, BedrockWholeBlock } from './wire.ts'

/** The body of a proxy that does not stream, as the chunks of one that does. */
export function chunksOf({ output, stopReason, usage }: BedrockChunk): BedrockChunk[] {
  const blocks = asList(asRecord(asRecord(output).message).content)
  const stop = asText(stopReason)
  return [
    { messageStart: {} },
    ...blocks.flatMap((block, at) => (isObject(block) ? chunksOfBlock(block, at) : [])),
    { messageStop: stop === '' ? {} : { stopReason: stop } },
    { metadata: { usage: usage ?? null } },
  ]
}

function chunksOfBlock(block: BedrockWholeBlock, contentBlockIndex: number): BedrockChunk[] {
  const { toolUse } = block
  const start: BedrockChunk[] = isObject(toolUse)
    ? [{ contentBlockStart: { contentBlockIndex, start: { toolUse } } }]
    : []
  const deltas = deltasOf(block).map((delta): BedrockChunk => ({ contentBlockDelta: { contentBlockIndex, delta } }))
  return [...start, ...deltas, { contentBlockStop: { contentBlockIndex } }]
}

function deltasOf({ text, toolUse, reasoningContent }: BedrockWholeBlock): BedrockBlockDelta[] {
  const { reasoningText, redactedContent } = asRecord(reasoningContent)
  const { text: thinking, signature } = asRecord(reasoningText)
  return [
    { text: asText(text) },
    { reasoningContent: { text: thinking } },
    { reasoningContent: { signature } },
    { reasoningContent: { redactedContent } },
    ...(isObject(toolUse) ? [{ toolUse: { input: toolUse.input } }] : []),
  ]
}
