import { callsOf, resultOfCall } from '../history/reconcile.ts'
import { sessionOf } from '../session/session.ts'
import type { ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import { type MessageLike, Role, type ToolCall } from '../types/message.ts'

/** Where a call stands: ids of providers repeat, places do not. */
export interface CallPlace {
  /** Id of the message that makes the call. */
  messageId: string
  /** Which of its calls. */
  position: number
}

/** A call that waits for a decision. Plain data: it may be stored, sent, and shown elsewhere. */
export interface ApprovalRequest extends CallPlace {
  /** Unique. What {@link ApprovalPlugin.decide} takes. */
  id: string
  /** The provider's id, which may repeat; blank for a legacy `function_call`, which has none. */
  callId: string
  name: string
  arguments: ToolArguments
  /** For a call of a sub-agent: the delegations it stands in, from the outermost. */
  within?: CallPlace[]
}

/** A request as it was stored; those of older versions have no id. */
export type StoredApprovalRequest = Omit<ApprovalRequest, 'id' | keyof CallPlace> & Partial<ApprovalRequest>

/** A call and the message of its result. */
export interface LocatedCall {
  call: ToolCall
  result: MessageLike
}

/** The request of a call that is about to run. */
export function requestOf(ctx: ToolCallContextLike): ApprovalRequest {
  const { tool_call, parsedArgs, agent } = ctx
  const place = placeOf(ctx)
  const within = hostsOf(ctx).map(placeOf)
  return {
    id: idOf([...within, place]),
    callId: tool_call.id ?? '',
    name: tool_call.function?.name ?? '',
    arguments: parsedArgs,
    ...place,
    ...(sessionOf(agent).host && { within }),
  }
}

/** A stored request with everything that a request has. */
export function restoreRequest(stored: StoredApprovalRequest): ApprovalRequest {
  const { messageId = '', position = 0, within = [] } = stored
  const id = stored.id ?? (messageId === '' ? stored.callId : idOf([...within, { messageId, position }]))
  return { ...stored, id, messageId, position }
}

/** The name of a place, also through delegations. */
export function idOf(places: readonly CallPlace[]): string {
  return places.map(({ messageId, position }) => `${messageId}:${position}`).join('/')
}

/** The call at a place, with its result; of a request without a place the newest call of its id and name. */
export function locate(
  messages: readonly MessageLike[],
  { messageId, position }: CallPlace,
  stored?: Pick<ApprovalRequest, 'callId' | 'name'>,
): LocatedCall | undefined {
  if (messageId === '') return stored && locateByName(messages, stored)
  return located(
    messages,
    messages.findLastIndex(({ id }) => id === messageId),
    position,
  )
}

function locateByName(
  messages: readonly MessageLike[],
  { callId, name }: Pick<ApprovalRequest, 'callId' | 'name'>,
): LocatedCall | undefined {
  const placeIn = (message: MessageLike) =>
    callsOf(message).findIndex((call) => (call.id ?? '') === callId && call.function?.name === name)
  const at = messages.findLastIndex((message) => placeIn(message) >= 0)
  const message = messages[at]
  return message && located(messages, at, placeIn(message))
}

function located(messages: readonly MessageLike[], at: number, position: number): LocatedCall | undefined {
  const message = messages[at]
  const call = message && callsOf(message)[position]
  const result = call && resultOfCall(messages, at, position)
  return result && { call, result }
}

/** Results stand right behind the message that makes the calls, in the order of the calls. */
function placeOf({ agent: { messages }, resultMessage }: ToolCallContextLike): CallPlace {
  const at = messages.findLastIndex(({ id }) => id === resultMessage.id)
  const before = messages.slice(0, Math.max(at, 0))
  const by = before.findLastIndex(({ role }) => role === Role.Assistant)
  return { messageId: messages[by]?.id ?? '', position: at - by - 1 }
}

/** The calls that delegate to the agent of a call, from the outermost. */
function hostsOf({ agent }: ToolCallContextLike): ToolCallContextLike[] {
  const { host } = sessionOf(agent)
  return host ? [...hostsOf(host), host] : []
}
