import { isRecord } from '../message/content.ts'
import type { AgentLike } from '../types/agent.ts'
import type { ImageSection, MessageLike, ReasoningDetail, Usage } from '../types/message.ts'
import { appendImage } from './project.ts'

type Raw = Record<string, unknown>

/**
 * Reads from a chunk what this message keeps in the wire's own form: usage, the reason it ended, images, and opaque data
 * that goes back as it came. Types are checked, for servers send null, numbers and lists where they should not.
 */
export function readRaw(agent: Pick<AgentLike, 'lastUsage'>, message: MessageLike, chunk: unknown): void {
  const { choices, usage, x_groq } = chunk as Raw
  const choice = firstOf(choices)
  const used = [usage, choice?.['usage'], isRecord(x_groq) ? x_groq['usage'] : undefined].find(isRecord)
  if (used) message.usage = agent.lastUsage = used as unknown as Usage
  if (!choice || choice['index']) return
  if (typeof choice['finish_reason'] === 'string' && choice['finish_reason'] !== '')
    message.finish_reason = choice['finish_reason']
  if (isRecord(choice['delta'])) readDelta(message, choice['delta'])
}

function firstOf(choices: unknown): Raw | undefined {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  return isRecord(choice) ? choice : undefined
}

function readDelta(message: MessageLike, { content, images, reasoning_details, tool_calls }: Raw): void {
  if (Array.isArray(content)) appendImages(message, content)
  if (Array.isArray(images)) appendImages(message, images)
  if (Array.isArray(reasoning_details))
    for (const detail of reasoning_details.filter(isRecord)) addDetail(message, detail)
  if (Array.isArray(tool_calls)) for (const call of tool_calls.filter(isRecord)) keepExtraContent(message, call)
}

function appendImages(message: MessageLike, sections: readonly unknown[]): void {
  for (const section of sections) if (isImage(section)) appendImage(message, section)
}

function isImage(section: unknown): section is ImageSection {
  const { type, image_url } = (section ?? {}) as Partial<ImageSection>
  return type === 'image_url' && typeof image_url?.url === 'string'
}

/** Text of a detail comes in fragments; its signature may come with the last of them. */
function addDetail(message: MessageLike, detail: ReasoningDetail): void {
  const details = (message.reasoning_details ??= [])
  const open = details.at(-1)
  if (!open || !continues(open, detail)) {
    details.push({ ...detail })
    return
  }
  const { text, summary, ...rest } = detail
  for (const [field, value] of Object.entries(rest)) if (value !== undefined && value !== null) open[field] = value
  if (typeof text === 'string') open.text = (open.text ?? '') + text
  if (typeof summary === 'string') open.summary = (open.summary ?? '') + summary
}

/** Encrypted data comes whole; a signed text is complete. */
function continues(open: ReasoningDetail, detail: ReasoningDetail): boolean {
  const isSame = open.type === detail.type && open.index === detail.index && open.index !== undefined
  return isSame && typeof detail['data'] !== 'string' && typeof open['signature'] !== 'string'
}

/** Gemini behind an OpenAI-compatible URL refuses its calls without it (decision 55). */
function keepExtraContent({ tool_calls: calls = [] }: MessageLike, { id, extra_content }: Raw): void {
  if (extra_content === undefined || extra_content === null) return
  const call =
    (typeof id === 'string' && id !== '' ? calls.findLast((one) => one.id === id) : undefined) ?? calls.at(-1)
  if (call) call.extra_content = extra_content
}
