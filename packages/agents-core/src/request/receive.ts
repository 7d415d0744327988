import { createOpenAIChatNormalizer, type Delta, type ErrorDelta } from '@dreb/ai/normalize'

import { textOf } from '../message/content.ts'
import type { AgentLike, Chunk, RequestOutcome } from '../types/agent.ts'
import { ResponseError, toError } from '../types/errors.ts'
import type { ImageSection, MessageLike, Usage } from '../types/message.ts'
import { appendImage, clearResponse, type OpenCalls, project } from './project.ts'

// Users bring clients of all kinds, so the vendor is not known: some repeat the whole argument text in each delta.
const normalizer = createOpenAIChatNormalizer({ cumulativeArguments: true })

/** What is read from a chunk beside the deltas, because this message keeps it in the wire's own form. */
type RawDelta = { content?: unknown; images?: ImageSection[] | null }
type RawChoice = { index?: number | null; delta?: RawDelta | null; usage?: Usage | null; finish_reason?: string | null }
interface RawChunk {
  usage?: Usage | null
  x_groq?: { usage?: Usage | null } | null
  choices?: RawChoice[] | null
}

/** Writes one response into a message. */
export interface Reception {
  /** Reads a chunk. Nothing more is worth reading after `'enough'`. */
  chunk(this: void, chunk: Chunk): 'enough' | void
  /** The stream has ended, or broke. */
  end(cause?: unknown): RequestOutcome
}

/** Begins to write a response into `message`, telling the events of `agent` of each chunk before and after. */
export function receive(agent: Pick<AgentLike, 'events' | 'lastUsage'>, message: MessageLike): Reception {
  const { events } = agent
  const calls: OpenCalls = new Map()
  let state = normalizer.initial
  let hasBegun = false
  let outcome: Extract<Delta, { type: 'done' | 'error' }> | undefined

  function apply(deltas: readonly Delta[]): void {
    for (const delta of deltas) {
      if (delta.type === 'done' || delta.type === 'error') outcome ??= delta
      else project(message, delta, calls)
    }
  }

  function begin(): void {
    hasBegun = true
    // A placeholder may hold text of its own, which the model has not said.
    clearResponse(message)
  }

  return {
    chunk(chunk) {
      events.emit('chunk', chunk)
      if (!chunk) return // `data: null` is JSON and says nothing
      if (!hasBegun) begin()
      const [next, deltas] = normalizer.reduce(state, chunk)
      state = next
      apply(deltas)
      readRaw(agent, message, chunk)
      events.emit('chunk-parsed', message, chunk)
      return outcome && 'enough'
    },
    end(cause) {
      apply(normalizer.end(state)[1])
      if (isSaidByVendor(cause)) return { type: 'failed', phase: 'response', error: toError(cause) }
      if (outcome?.type === 'error') return failureOf(outcome, message, cause)
      return { type: 'completed', isCut: outcome?.reason === 'length' }
    },
  }
}

function readRaw(agent: Pick<AgentLike, 'lastUsage'>, message: MessageLike, chunk: RawChunk): void {
  const choice = chunk.choices?.[0]
  const usage = chunk.usage ?? choice?.usage ?? chunk.x_groq?.usage
  if (usage) message.usage = agent.lastUsage = usage
  if (!choice || choice.index) return
  if (choice.finish_reason) message.finish_reason = choice.finish_reason
  if (Array.isArray(choice.delta?.content))
    choice.delta.content.filter(isImage).forEach((image) => appendImage(message, image))
  choice.delta?.images?.filter(isImage).forEach((image) => appendImage(message, image))
}

function isImage(section: unknown): section is ImageSection {
  const { type, image_url } = (section ?? {}) as Partial<ImageSection>
  return type === 'image_url' && typeof image_url?.url === 'string'
}

/** Clients of users send no end mark now and then, so text without one is an answer; a call without one is none. */
function failureOf(delta: ErrorDelta, message: MessageLike, cause: unknown): RequestOutcome {
  const isDrop = delta.code === 'stream_dropped'
  if (isDrop && cause === undefined && isTextOnly(message)) return { type: 'completed' }
  if (isDrop && cause !== undefined) return { type: 'failed', phase: 'response', error: toError(cause) }
  return { type: 'failed', phase: 'response', error: new ResponseError(delta.message, delta, { cause }) }
}

/** The official client throws the error objects that it finds in a stream. They count even after the end mark. */
function isSaidByVendor(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && (cause as { error?: unknown }).error !== undefined
}

function isTextOnly({ content, tool_calls, function_call }: MessageLike): boolean {
  return !tool_calls && !function_call && textOf(content) !== ''
}
