import { isPrivateCallId } from '../../history/gemini-call-ids.ts'
import { imageNote, refuseUnreachableImages } from '../../message/images.ts'
import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from '../../message/message.ts'
import type { Model } from '../../message/model.ts'
import { memoizePerMessage } from '../../values/memo.ts'
import { familyOf, type GoogleFamily } from './family.ts'
import type { GoogleContent, GoogleFunctionResponse, GoogleMediaPart, GoogleRequestPart } from './wire.ts'

/** What a Gemini 3 call carries that no Gemini 3 model signed. Source: https://ai.google.dev/gemini-api/docs/thought-signatures */
const unsigned = 'skip_thought_signature_validator'

/**
 * A repaired conversation as Gemini's turns. The results of one turn's calls are one turn of the user, as many as there
 * are calls; images that cannot be inside of them follow in a turn of their own. Turns of the model in a row become
 * one, because calls must follow a user directly.
 *
 * @throws AIError `unsupported` for a request that ends with an image at an address that is not Google's own
 */
export function toContents(messages: readonly Message[], model: Model): GoogleContent[] {
  refuseUnreachableImages(messages, model.provider, isOwnAddress)
  const family = familyOf(model)
  const contents: GoogleContent[] = []
  for (let at = 0; at < messages.length;) {
    const end = endOfResults(messages, at)
    if (end > at) contents.push(...toResultTurns(messages.slice(at, end) as ToolResultMessage[], family))
    else pushTurn(contents, turnFor(family)(messages[at] as UserMessage | AssistantMessage))
    at = Math.max(end, at + 1)
  }
  return contents
}

function pushTurn(contents: GoogleContent[], turn: GoogleContent): void {
  const last = contents.at(-1)
  const isContinued = turn.role === 'model' && last?.role === 'model'
  if (isContinued) contents[contents.length - 1] = { role: 'model', parts: [...last.parts, ...turn.parts] }
  else contents.push(turn)
}

/** The place behind the results that begin at `at`. */
function endOfResults(messages: readonly Message[], at: number): number {
  while (messages[at]?.role === 'toolResult') at++
  return at
}

// What a family differs in is plain data, and all that the form of a message depends on.
const turnFor = memoizePerMessage((message: UserMessage | AssistantMessage, family: GoogleFamily): GoogleContent =>
  message.role === 'user'
    ? { role: 'user', parts: toUserParts(message) }
    : { role: 'model', parts: toModelParts(message, family) },
)

const resultFor = memoizePerMessage(toResult)

function toUserParts({ content }: UserMessage): GoogleRequestPart[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(toInputPart)
}

function toInputPart(block: TextContent | ImageContent): GoogleRequestPart {
  if (block.type === 'text') return { text: block.text }
  return toMedia(block) ?? { text: imageNote(block) }
}

/** Undefined for an image at an address that Gemini does not fetch from. */
function toMedia({ mimeType, data, url }: ImageContent): GoogleMediaPart | undefined {
  if (url === undefined) return { inlineData: { mimeType, data } }
  return isOwnAddress(url) ? { fileData: { fileUri: url, ...(mimeType && { mimeType }) } } : undefined
}

/** Files that were uploaded to Google. */
function isOwnAddress(url: string): boolean {
  return /^(gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/)/.test(url)
}

function toModelParts({ content }: AssistantMessage, family: GoogleFamily): GoogleRequestPart[] {
  // Of parallel calls only the first is signed, so its signature speaks for all of them.
  const firstCall = content.find((block) => block.type === 'toolCall')
  const needsSentinel = family.requiresSignatures && firstCall !== undefined && !signatureOf(firstCall.thoughtSignature)
  return content.flatMap((block) => toModelPart(block, family, needsSentinel ? unsigned : undefined))
}

function toModelPart(block: AssistantContent, family: GoogleFamily, sentinel: string | undefined): GoogleRequestPart[] {
  switch (block.type) {
    case 'text':
      return toTextPart(block.text, signatureOf(block.textSignature))
    case 'thinking':
      return toTextPart(block.thinking, signatureOf(block.thinkingSignature)).map((part) => ({
        ...part,
        thought: true,
      }))
    case 'toolCall':
      return [toCallPart(block, family, sentinel)]
  }
}

function toTextPart(text: string, thoughtSignature: string | undefined): { text: string; thoughtSignature?: string }[] {
  if (thoughtSignature) return [{ text, thoughtSignature }]
  return /\S/.test(text) ? [{ text }] : []
}

function toCallPart(
  { id, name, arguments: args, thoughtSignature }: ToolCall,
  family: GoogleFamily,
  sentinel?: string,
) {
  const signature = signatureOf(thoughtSignature) ?? sentinel
  const functionCall = { ...sentId(id, family), name, args }
  return signature ? { functionCall, thoughtSignature: signature } : { functionCall }
}

function sentId(id: string, { callIds }: GoogleFamily): { id?: string } {
  const isSent = callIds === 'all' || (callIds === 'own' && !isPrivateCallId(id))
  return isSent ? { id } : {}
}

/** A signature is base64; the API refuses anything else with 400. */
function signatureOf(signature: string | undefined): string | undefined {
  const isBase64 = signature !== undefined && signature.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(signature)
  return isBase64 ? signature : undefined
}

function toResultTurns(results: ToolResultMessage[], family: GoogleFamily): GoogleContent[] {
  const forms = results.map(resultFor(family))
  const responses: GoogleContent = { role: 'user', parts: forms.map(({ functionResponse }) => ({ functionResponse })) }
  const images = forms.flatMap((form) => form.images)
  if (images.length === 0) return [responses]
  return [responses, { role: 'user', parts: [{ text: 'Tool result image:' }, ...images] }]
}

interface ResultForm {
  functionResponse: GoogleFunctionResponse
  /** Those that cannot be in the response. */
  images: GoogleMediaPart[]
}

function toResult({ toolCallId, toolName, content, isError }: ToolResultMessage, family: GoogleFamily): ResultForm {
  const images = content.flatMap((block) => (block.type === 'image' ? (toMedia(block) ?? []) : []))
  const text = textOf(content) || (images.length > 0 ? '(see attached image)' : '')
  const response = isError ? { error: text || '(no tool output)' } : { output: text }
  const functionResponse = { ...sentId(toolCallId, family), name: toolName, response }
  if (images.length === 0 || family.toolImages === 'own-turn') return { functionResponse, images }
  return { functionResponse: { ...functionResponse, parts: images }, images: [] }
}

/** The text of a result, with a note for each image that Gemini does not take. */
function textOf(content: ToolResultMessage['content']): string {
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text
    return toMedia(block) ? undefined : imageNote(block)
  })
  return texts.filter((text) => text !== undefined).join('\n')
}
