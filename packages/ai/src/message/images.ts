import { AIError } from '../errors/ai-error.ts'
import type { ImageContent, Message } from './message.ts'

/** The text that stands in the place of an image which the provider does not take. */
export function imageNote({ mimeType, url }: ImageContent): string {
  return url === undefined
    ? `[image omitted: the provider takes no images of type ${mimeType}]`
    : `[image omitted: the provider fetches no image from ${url.slice(0, 200)}]`
}

/**
 * Refuses a request that ends with an image which its provider cannot fetch. In later requests of the conversation a
 * note stands in the place of that image.
 *
 * @throws AIError `unsupported`
 */
export function refuseUnreachableImages(
  messages: readonly Message[],
  provider: string,
  isReachable: (url: string) => boolean,
): void {
  const image = lastMessages(messages)
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content.filter((block) => block.type === 'image')))
    .find(({ url }) => url !== undefined && !isReachable(url))
  if (!image) return
  const text = `${provider} fetches no images by address, got ${image.url?.slice(0, 200)}. Give the image as base64 data.`
  throw new AIError('unsupported', text, { provider })
}

/** What a request is about: the last message, or all results behind the last turn. */
function lastMessages(messages: readonly Message[]): Message[] {
  if (messages.at(-1)?.role !== 'toolResult') return messages.slice(-1)
  return messages.slice(messages.findLastIndex(({ role }) => role !== 'toolResult') + 1)
}
