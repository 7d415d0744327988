import { AIError, type ErrorCode } from '../errors/ai-error.ts'
import { type Delta, type DoneReason, failure, failureOf } from '../message/delta.ts'
import type { Refusal } from '../message/message.ts'
import type { TokenCounts } from '../message/usage.ts'

/** A call that a scripted model makes. */
export interface ScriptedCall {
  /** Default: `call_1`, `call_2`, … over the whole script. */
  id?: string
  name: string
  /** Text is sent as it is, so that broken JSON can be scripted. */
  arguments?: Record<string, unknown> | string
}

/** How a scripted response fails. */
export type ScriptedFailure =
  /** The stream ends without its end mark. */
  | 'drop'
  /** Nothing more comes, until the request is aborted. */
  | 'hang'
  /** The stream function itself throws. */
  | { throws: unknown }
  /** An error event. */
  | { code: ErrorCode; message?: string; retryable?: boolean; retryAfterMs?: number }

/** One response of a scripted model: thinking, then text, then calls, then an end. */
export interface ScriptedReply {
  thinking?: string
  thinkingSignature?: string
  text?: string
  toolCalls?: ScriptedCall[]
  usage?: Partial<TokenCounts>
  /** Default: `toolUse` if there are calls, else `stop`. */
  stopReason?: DoneReason
  /** The text was declined; ends as an error that is never retried. */
  refusal?: Refusal
  /** Characters per delta. Default: each block in one delta. */
  pieceLength?: number
  /** Milliseconds before each delta. Default: none. */
  delayMs?: number
  fails?: ScriptedFailure
  /** How many deltas come before it fails. Default: all but the end. */
  failsAfter?: number
}

/** Everything in a reply, up to where it fails. `nextId` names calls that have no id. */
export function deltasOf(reply: ScriptedReply, nextId: () => string): Delta[] {
  const blocks = [
    ...proseOf('thinking', reply.thinking, 0, reply),
    ...proseOf('text', reply.text, reply.thinking === undefined ? 0 : 1, reply),
    ...callsOf(reply, nextId),
  ]
  const deltas: Delta[] = [{ type: 'start' }, ...usageOf(reply), ...blocks]
  if (reply.fails === undefined) return [...deltas, endOf(reply)]
  return [...deltas.slice(0, reply.failsAfter ?? deltas.length), ...failureDeltas(reply.fails)]
}

function usageOf({ usage }: ScriptedReply): Delta[] {
  return usage ? [{ type: 'usage', usage }] : []
}

function proseOf(
  kind: 'text' | 'thinking',
  text: string | undefined,
  contentIndex: number,
  reply: ScriptedReply,
): Delta[] {
  if (text === undefined) return []
  const signature = kind === 'thinking' ? reply.thinkingSignature : undefined
  return [
    { type: `${kind}_start`, contentIndex },
    ...pieces(text, reply).map((delta): Delta => ({ type: `${kind}_delta`, contentIndex, delta })),
    ...(signature === undefined ? [] : [{ type: 'thinking_signature', contentIndex, signature } as const]),
    { type: `${kind}_end`, contentIndex },
  ]
}

function callsOf(reply: ScriptedReply, nextId: () => string): Delta[] {
  const before = [reply.thinking, reply.text].filter((text) => text !== undefined).length
  return (reply.toolCalls ?? []).flatMap((call, at): Delta[] => {
    const contentIndex = before + at
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {})
    return [
      { type: 'toolcall_start', contentIndex, id: call.id ?? nextId(), name: call.name },
      ...pieces(text, reply).map((delta): Delta => ({ type: 'toolcall_delta', contentIndex, delta })),
      { type: 'toolcall_end', contentIndex },
    ]
  })
}

function pieces(text: string, { pieceLength = text.length }: ScriptedReply): string[] {
  const length = Math.max(1, pieceLength)
  return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length))
}

function endOf({ stopReason, toolCalls, refusal }: ScriptedReply): Delta {
  if (refusal) return failure('refusal', refusal.explanation ?? 'The model refused', { refusal })
  return { type: 'done', reason: stopReason ?? (toolCalls?.length ? 'toolUse' : 'stop') }
}

function failureDeltas(fails: ScriptedFailure): Delta[] {
  if (fails === 'drop')
    return [failure('stream_dropped', 'Stream ended without an end mark — connection likely dropped')]
  if (fails === 'hang' || 'throws' in fails) return []
  const { code, message = `Scripted failure: ${code}`, ...details } = fails
  return [failureOf(new AIError(code, message, details))]
}
