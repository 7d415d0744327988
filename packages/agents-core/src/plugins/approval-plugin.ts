import { sessionOf } from '../session/session.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import type { AgentLike, AgentPlugin, ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import {
  type ApprovalRequest,
  type CallPlace,
  idOf,
  locate,
  requestOf,
  restoreRequest,
  type StoredApprovalRequest,
} from './approval-request.ts'
import { edit, type Settlement, settleWaiting } from './settle-waiting.ts'

/**
 * What becomes of a call. `edit` runs it with other arguments, which then also stand in the history. `defer` stops the
 * run: the call stays pending, and is decided later with {@link ApprovalPlugin.decide}.
 */
export type ApprovalDecision =
  | { type: 'allow' }
  | { type: 'deny'; reason?: string | undefined }
  | { type: 'edit'; arguments: ToolArguments }
  | { type: 'defer' }

/** Options of an {@link ApprovalPlugin}. */
export interface ApprovalOptions {
  /** Decides about a call, as late as it likes; an abort of the agent ends the wait. */
  ask: (request: ApprovalRequest, ctx: ToolCallContextLike) => ApprovalDecision | Promise<ApprovalDecision>
  /** Which calls need approval. Default: all. */
  needsApproval?: ((request: ApprovalRequest, ctx: ToolCallContextLike) => boolean | Promise<boolean>) | undefined
  /** Calls that were pending when the state was stored. */
  pending?: readonly StoredApprovalRequest[] | undefined
  /** What the model is told about a denied call. Default: the reason, else the agent's text `deniedCall`. */
  deniedText?: ((name: string, reason: string | undefined) => string) | undefined
  /** What stands as the result of a deferred call until it is decided. Default: the agent's text `waitingCall`. */
  deferredText?: string | undefined
}

/**
 * Asks before a tool runs. A call may also be decided later, by another process: it is pending until its result is
 * written. To cover sub-agents, `onSubAgentStart` of the host adds the same plugin to them; the host then stops, too,
 * and keeps the conversation of the sub-agent on its tool result.
 */
export class ApprovalPlugin implements AgentPlugin {
  readonly options: ApprovalOptions
  /** @internal */
  readonly requests = new Map<string, ApprovalRequest>()
  /** Decisions that are being carried out; `true` once the result is written. @internal */
  readonly deciding = new Map<string, boolean>()
  /** The end of the decision before. @internal */
  ending: Promise<void> = Promise.resolve()
  /** The last decision within a delegation, by the delegation: its conversation is one. @internal */
  readonly turns = new Map<string, Promise<void>>()

  constructor(options: ApprovalOptions) {
    this.options = options
    for (const stored of options.pending ?? []) {
      const request = restoreRequest(stored)
      this.requests.set(request.id, request)
    }
  }

  /** The calls that wait for a decision, or for the result of one. As JSON they are what the option `pending` takes. */
  get pending(): ApprovalRequest[] {
    return [...this.requests.values()]
  }

  async onToolCall(ctx: ToolCallContextLike): Promise<string | undefined> {
    // What will not run needs no approval.
    if (!ctx.tool || ctx.parseError !== undefined) return undefined
    const request = requestOf(ctx)
    if (!((await this.options.needsApproval?.(request, ctx)) ?? true)) return undefined
    this.requests.set(request.id, request)
    const decision = await ask(this, request, ctx)
    if (decision.type === 'defer') return defer(ctx, this.options.deferredText)
    this.requests.delete(request.id)
    if (decision.type === 'deny') return deniedText(this.options, ctx.agent, request.name, decision.reason)
    if (decision.type === 'edit') edit(ctx, decision.arguments)
    return undefined
  }

  /**
   * Decides about a call that was deferred, perhaps by another process: runs its tool (or not) and writes the result
   * where it belongs. The agent is busy meanwhile, and `agent.abort()` ends it. When nothing is pending any more,
   * `agent.run()` goes on. A result that comes after the conversation has gone on is told at its end.
   *
   * @param id of an entry of {@link ApprovalPlugin.pending}; a provider's id will do while only one entry has it
   * @throws RangeError when no such call is pending in this agent's messages, or it is being decided already
   * @throws AgentBusyError while the agent runs
   */
  async decide(agent: AgentLike, id: string, decision: ApprovalDecision): Promise<void> {
    const request = requestNamed(this, id)
    const path = [...(request?.within ?? []), ...(request ? [request] : [])]
    const isThere = path[0] !== undefined && locate(agent.messages, path[0], request)
    if (!request || !isThere) throw notPending(this, id)
    if (decision.type === 'defer') return
    if (this.deciding.has(request.id)) throw new RangeError(`Call ${id} is being decided already.`)
    const session = sessionOf(agent)
    session.startWork()
    this.deciding.set(request.id, false)
    try {
      await inTurn(this, request, () => settle(this, agent, path, request, decision))
      await afterOthers(this)
      this.requests.delete(request.id)
    } finally {
      this.deciding.delete(request.id)
      session.endWork()
    }
  }
}

async function settle(
  plugin: ApprovalPlugin,
  agent: AgentLike,
  path: readonly CallPlace[],
  request: ApprovalRequest,
  decision: Settlement['decision'],
): Promise<void> {
  const { deciding, options } = plugin
  const isOpen = ({ id }: ApprovalRequest) => id !== request.id && deciding.get(id) !== true
  await settleWaiting(agent, path, {
    request,
    decision,
    deniedText: (name, reason) => deniedText(options, agent, name, reason),
    isPending: (within) => plugin.pending.some((one) => isOpen(one) && isWithin(one, within)),
  })
  deciding.set(request.id, true)
}

/**
 * Decisions end one after the other, with time between them for who waits for them: only the last of several finds
 * nothing pending, and goes on.
 */
async function afterOthers(plugin: ApprovalPlugin): Promise<void> {
  const before = plugin.ending
  plugin.ending = before.then(() => new Promise((resolve) => setTimeout(resolve)))
  await before
}

async function ask(
  { options, requests }: ApprovalPlugin,
  request: ApprovalRequest,
  ctx: ToolCallContextLike,
): Promise<ApprovalDecision> {
  try {
    const decision = await untilAborted(Promise.resolve(options.ask(request, ctx)), ctx.signal)
    return decision === aborted ? { type: 'deny' } : decision
  } catch (error) {
    requests.delete(request.id)
    throw error
  }
}

function defer(ctx: ToolCallContextLike, text: string | undefined): string {
  ctx.preventDefault()
  ctx.resultMessage.waiting = true
  sessionOf(ctx.agent).isWaiting = true
  return text ?? ctx.agent.texts.waitingCall
}

function deniedText(options: ApprovalOptions, agent: AgentLike, name: string, reason: string | undefined): string {
  return options.deniedText?.(name, reason) ?? reason ?? agent.texts.deniedCall(name)
}

function requestNamed({ requests, pending }: ApprovalPlugin, id: string): ApprovalRequest | undefined {
  const known = requests.get(id)
  if (known) return known
  const [only, ...others] = pending.filter(({ callId }) => callId === id)
  return others.length === 0 ? only : undefined
}

function notPending({ pending }: ApprovalPlugin, id: string): RangeError {
  const known = pending.map((request) => `${request.id} (${request.name})`).join(', ') || 'none'
  return new RangeError(`No call ${id} is pending in this agent. Pending: ${known}`)
}

function isWithin({ within = [] }: ApprovalRequest, delegation: string): boolean {
  return within.some((_, at) => idOf(within.slice(0, at + 1)) === delegation)
}

/** Decisions within one delegation come one after the other: they go on with the same conversation. */
function inTurn(
  { turns }: ApprovalPlugin,
  { id, within = [] }: ApprovalRequest,
  work: () => Promise<void>,
): Promise<void> {
  const key = within.length === 0 ? id : idOf(within.slice(0, 1))
  const turn = (turns.get(key) ?? Promise.resolve()).then(work)
  const settled = turn.catch(() => {}).then(() => void (turns.get(key) === settled && turns.delete(key)))
  turns.set(key, settled)
  return turn
}
