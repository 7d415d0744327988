import { AIError } from '../errors/ai-error.ts'
import { sleep } from '../http/sleep.ts'
import { accumulate, emptyDraft } from '../message/accumulate.ts'
import { type Delta, failure } from '../message/delta.ts'
import { AssistantMessageEventStream } from '../message/event-stream.ts'
import { toEvent } from '../message/events.ts'
import type { Model } from '../message/model.ts'
import type { Context, SimpleStreamOptions } from '../options/options.ts'
import { deltasOf, type ScriptedReply } from './scripted-reply.ts'

/** A request to a scripted model. */
export interface ScriptedRequest {
  model: Model
  /** As it was when the request was made. */
  context: Context
  options: SimpleStreamOptions
}

/** A reply, the text of one, or a function of the request. */
export type ScriptedAnswer = string | ScriptedReply | ((request: ScriptedRequest) => string | ScriptedReply)

/** A stream function like `streamSimple` whose responses are scripted beforehand. */
export interface ScriptedStream {
  (model: Model, context: Context, options?: SimpleStreamOptions): AssistantMessageEventStream
  /** The requests, in order. */
  readonly requests: readonly ScriptedRequest[]
  /** Adds responses at the end of the script. */
  append(...answers: ScriptedAnswer[]): void
  /** @throws Error if responses were left over, or more were requested than there are. */
  assertComplete(): void
}

/**
 * A model for tests: responds as scripted, in order, and keeps the requests.
 *
 * @example
 * const model = scriptedStream({ toolCalls: [{ name: 'now' }] }, 'It is noon.')
 * const agent = new Agent({ streamFn: model, initialState: { model: scriptedModel, tools: [now] } })
 * await agent.prompt('What time is it?')
 * model.assertComplete()
 */
export function scriptedStream(...script: ScriptedAnswer[]): ScriptedStream {
  const answers = [...script]
  const requests: ScriptedRequest[] = []
  let calls = 0
  const nextId = () => `call_${++calls}`

  const ask = (model: Model, context: Context, options: SimpleStreamOptions = {}) => {
    const request = { model, context: { ...context, messages: [...context.messages] }, options }
    const answer = answers[requests.push(request) - 1]
    if (answer === undefined) return play({ fails: exhausted(requests.length) }, nextId, model, options)
    return play(replyOf(answer, request), nextId, model, options)
  }

  return Object.assign(ask, {
    requests,
    append: (...more: ScriptedAnswer[]) => void answers.push(...more),
    assertComplete() {
      if (requests.length === answers.length) return
      throw new Error(`The script has ${answers.length} responses, ${requests.length} were requested`)
    },
  })
}

/** A model that only a scripted stream understands. */
export const scriptedModel: Model = {
  id: 'scripted',
  name: 'Scripted',
  api: 'scripted',
  provider: 'scripted',
  baseUrl: '',
  reasoning: false,
  input: ['text', 'image'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 200_000,
  maxTokens: 8192,
}

function replyOf(answer: ScriptedAnswer, request: ScriptedRequest): ScriptedReply {
  const reply = typeof answer === 'function' ? answer(request) : answer
  return typeof reply === 'string' ? { text: reply } : reply
}

function exhausted(count: number): { code: 'unexpected'; message: string } {
  return { code: 'unexpected', message: `The script has no response to request ${count}` }
}

function play(
  reply: ScriptedReply,
  nextId: () => string,
  model: Model,
  { signal }: SimpleStreamOptions,
): AssistantMessageEventStream {
  if (typeof reply.fails === 'object' && 'throws' in reply.fails) throw toThrow(reply.fails.throws)
  const stream = new AssistantMessageEventStream()
  const emit = emitter(model, stream)
  const abort = () => emit(failure('aborted', 'Request was aborted'))
  signal?.addEventListener('abort', abort, { once: true })
  void speak().then((isDone) => {
    // A stream that hangs is still waiting for the signal.
    if (isDone) signal?.removeEventListener('abort', abort)
  })
  return stream

  async function speak(): Promise<boolean> {
    let isDone = false
    for (const delta of deltasOf(reply, nextId)) {
      await (reply.delayMs === undefined ? undefined : sleep(reply.delayMs, signal))
      if (signal?.aborted) return emit(failure('aborted', 'Request was aborted'))
      isDone = emit(delta)
    }
    return isDone
  }
}

/** Folds deltas into a message and pushes their events. Returns whether the message has ended. */
function emitter(model: Model, stream: AssistantMessageEventStream): (delta: Delta) => boolean {
  let draft = emptyDraft(model, Date.now())
  let isDone = false
  return (delta) => {
    if (isDone) return true
    isDone = delta.type === 'done' || delta.type === 'error'
    draft = accumulate(draft, delta)
    const event = toEvent(delta, draft.message)
    if (event) stream.push(event)
    return isDone
  }
}

function toThrow(value: unknown): Error {
  return value instanceof Error ? value : new AIError('unexpected', String(value), { cause: value })
}
