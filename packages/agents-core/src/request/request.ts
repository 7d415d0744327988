import { pairHistory } from '../history/pair-history.ts'
import { wrapRequest } from '../hooks/wrap-request.ts'
import { toError } from '../message/to-error.ts'
import { addUsage } from '../message/usage.ts'
import { rawAgent, type Task } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { AgentLike, RequestContext } from '../types/agent.ts'
import type { Chunk } from '../types/client.ts'
import { type MessageLike, MessageStatus } from '../types/message.ts'
import type { RequestOutcome, SendRequest } from '../types/request.ts'
import { clearResponse } from './project.ts'
import { pump } from './pump.ts'
import { receive } from './receive.ts'
import { requestBody } from './request-body.ts'

/** Sends the request of a round and writes the response into its message. Never rejects, and never outlasts an abort. */
export async function request(agent: AgentLike, { message, signal }: Task): Promise<RequestOutcome> {
  const ctx: RequestContext = { agent, receiver: message, signal }
  const send = wrapRequest(rawAgent(agent).plugins, ctx, attempts(ctx))
  try {
    const outcome = await untilAborted(send(), signal)
    return outcome === aborted ? { type: 'aborted' } : outcome
  } catch (error) {
    return { type: 'failed', phase: 'request', error: toError(error) }
  }
}

/** Attempts that replace one another. What a failed one reported to have used is not lost. */
function attempts(ctx: RequestContext): SendRequest {
  const { receiver } = ctx
  let isFirst = true
  return async () => {
    const lost = receiver.usage
    if (!isFirst) reset(receiver)
    isFirst = false
    const outcome = await attempt(ctx)
    if (lost) receiver.usage = addUsage(lost, receiver.usage)
    return outcome
  }
}

function reset(receiver: MessageLike): void {
  clearResponse(receiver)
  delete receiver.usage
  if (receiver.status !== MessageStatus.Aborted) receiver.status = MessageStatus.Pending
}

async function attempt({ agent, receiver, signal }: RequestContext): Promise<RequestOutcome> {
  try {
    if (signal.aborted) return { type: 'aborted' }
    const opening = openStream(agent, signal)
    const stream = await untilAborted(opening, signal)
    if (stream === aborted || signal.aborted) return discard(opening)
    receiver.status = MessageStatus.Writing
    agent.events.emit('open')
    return signal.aborted ? discard(opening) : await read(agent, { receiver, signal }, stream)
  } catch (error) {
    // Abort before the headers makes the client reject. The signal says what was aborted, not the exception.
    return signal.aborted ? { type: 'aborted' } : { type: 'failed', phase: 'request', error: toError(error) }
  }
}

/** A response that nobody reads any more is closed, whenever it comes. */
function discard(opening: Promise<AsyncIterable<Chunk>>): RequestOutcome {
  void opening.then((stream) => stream[Symbol.asyncIterator]().return?.()).catch(() => {})
  return { type: 'aborted' }
}

async function read(
  agent: AgentLike,
  { receiver, signal }: Pick<RequestContext, 'receiver' | 'signal'>,
  stream: AsyncIterable<Chunk>,
): Promise<RequestOutcome> {
  const reception = receive(agent, receiver)
  try {
    await pump(stream, signal, reception.chunk)
  } catch (error) {
    // A connection that breaks after the end mark has broken nothing.
    return signal.aborted ? { type: 'aborted' } : reception.end(error)
  }
  // After an abort nothing is added: not even the end of what was open.
  return signal.aborted ? { type: 'aborted' } : reception.end()
}

/** Awaits what `create` gives, so that a client that throws at once is a client that rejects. */
async function openStream(agent: AgentLike, signal: AbortSignal): Promise<AsyncIterable<Chunk>> {
  // Of the agent itself: a client may clone the body, which it could not do with what a proxy gives.
  const raw = rawAgent(agent)
  const messages = pairHistory(raw.formatHistory(), raw.texts.missingResult)
  const body = requestBody(raw.model, messages, raw.formatTools(), raw.modelConfig)
  const { completions } = raw.client.chat
  const response = await (completions.create as unknown as CreateStream).call(completions, body, { signal })
  if (isStream(response)) return response
  throw new TypeError(
    `The client must return a stream of chunks, got ${typeof response}. Does its chat.completions.create honor \`stream: true\`?`,
  )
}

function isStream(response: unknown): response is AsyncIterable<Chunk> {
  return typeof (response as Partial<AsyncIterable<Chunk>> | null | undefined)?.[Symbol.asyncIterator] === 'function'
}

/** The one method of the client that is used. Bodies are wider than its type: providers have fields of their own. */
type CreateStream = (this: unknown, body: Record<string, unknown>, options: { signal: AbortSignal }) => Promise<unknown>
