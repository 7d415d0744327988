import { callsOf, isResultOf } from '../history/reconcile.ts'
import { toContent } from '../message/content.ts'
import { aborted, untilAborted } from '../session/until-aborted.ts'
import { ToolCallContext } from '../tools/tool-call-context.ts'
import type { AgentLike, AgentPlugin, ToolArguments, ToolCallContextLike } from '../types/agent.ts'
import { toError } from '../types/errors.ts'
import type { MessageContent, ToolCall } from '../types/message.ts'
import { type MessageLike, MessageStatus } from '../types/message.ts'

/** A call that waits for a decision. Plain data: it may be stored, sent, and shown elsewhere. */
export interface ApprovalRequest {
  /** Blank for a legacy `function_call`, which has no id. */
  callId: string
  name: string
  arguments: ToolArguments
}

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
  /** Which calls are asked about. Default: all. */
  needsApproval?: ((request: ApprovalRequest, ctx: ToolCallContextLike) => boolean | Promise<boolean>) | undefined
  /** Calls that were pending when the state was stored. */
  pending?: readonly ApprovalRequest[] | undefined
  /** What the model is told about a denied call. */
  deniedText?: ((name: string, reason: string | undefined) => string) | undefined
  /** What stands as the result of a deferred call until it is decided. */
  deferredText?: string | undefined
}

/** Asks before a tool runs. */
export class ApprovalPlugin implements AgentPlugin {
  readonly #options: ApprovalOptions
  readonly #pending = new Map<string, ApprovalRequest>()

  constructor(options: ApprovalOptions) {
    this.#options = options
    for (const request of options.pending ?? []) this.#pending.set(request.callId, request)
  }

  /** The calls that wait for a decision. As JSON they are what the option `pending` takes. */
  get pending(): ApprovalRequest[] {
    return [...this.#pending.values()]
  }

  async onToolCall(ctx: ToolCallContextLike): Promise<string | undefined> {
    // What will not run needs no approval.
    if (!ctx.tool || ctx.parseError !== undefined) return undefined
    const request = requestOf(ctx)
    if (!((await this.#options.needsApproval?.(request, ctx)) ?? true)) return undefined
    this.#pending.set(request.callId, request)
    const decision = await this.#ask(request, ctx)
    if (decision.type === 'defer') return this.#defer(ctx)
    this.#pending.delete(request.callId)
    if (decision.type === 'deny') return this.#deniedText(request.name, decision.reason)
    if (decision.type === 'edit') edit(ctx, decision.arguments)
    return undefined
  }

  /**
   * Decides about a call that was deferred, perhaps by another process: runs its tool (or not) and writes the result
   * where it belongs. When nothing is pending any more, `agent.run()` goes on.
   *
   * @throws RangeError when no such call is pending in this agent's messages
   */
  async decide(agent: AgentLike, callId: string, decision: ApprovalDecision): Promise<void> {
    const request = this.#pending.get(callId)
    const pending = request && findCall(agent.messages, request)
    if (!pending) throw new RangeError(`No call ${callId} is pending. Pending: ${[...this.#pending.keys()].join(', ')}`)
    if (decision.type === 'defer') return
    const { call, result } = pending
    this.#pending.delete(callId)
    result.content =
      decision.type === 'deny'
        ? this.#deniedText(request.name, decision.reason)
        : await execute(agent, call, result, decision.type === 'edit' ? decision.arguments : undefined)
    result.status = MessageStatus.Completed
  }

  async #ask(request: ApprovalRequest, ctx: ToolCallContextLike): Promise<ApprovalDecision> {
    try {
      const decision = await untilAborted(Promise.resolve(this.#options.ask(request, ctx)), ctx.signal)
      return decision === aborted ? { type: 'deny' } : decision
    } catch (error) {
      this.#pending.delete(request.callId)
      throw error
    }
  }

  #defer(ctx: ToolCallContextLike): string {
    ctx.preventDefault()
    return this.#options.deferredText ?? '等待用户批准。'
  }

  #deniedText(name: string, reason: string | undefined): string {
    return this.#options.deniedText?.(name, reason) ?? reason ?? `用户拒绝了对 ${name} 的调用。`
  }
}

function requestOf({ tool_call, parsedArgs }: ToolCallContextLike): ApprovalRequest {
  return { callId: tool_call.id ?? '', name: tool_call.function?.name ?? '', arguments: parsedArgs }
}

/** The history says what was run, not what was proposed: the model goes on from there. */
function edit(ctx: ToolCallContextLike, args: ToolArguments): void {
  ctx.parsedArgs = args
  ctx.function_call.arguments = JSON.stringify(args)
}

/** The newest call of that id, which some servers give again in every round, and the message of its result. */
function findCall(
  messages: readonly MessageLike[],
  { callId, name }: ApprovalRequest,
): { call: ToolCall; result: MessageLike } | undefined {
  const callIn = (message: MessageLike) =>
    callsOf(message).find((call) => (call.id ?? '') === callId && call.function?.name === name)
  const at = messages.findLastIndex(callIn)
  const [answer, ...following] = at < 0 ? [] : messages.slice(at)
  const call = answer && callIn(answer)
  const result = call && following.find((message) => isResultOf(message, call))
  return result && { call, result }
}

async function execute(
  agent: AgentLike,
  call: ToolCall,
  resultMessage: MessageLike,
  args?: ToolArguments,
): Promise<MessageContent> {
  const name = call.function?.name
  const tool = agent.tools.find((one) => one.type === 'function' && one.function.name === name)
  try {
    const ctx = new ToolCallContext({ agent, tool_call: call, tool, resultMessage })
    if (args) edit(ctx, args)
    return tool
      ? toContent(await tool.exec(ctx))
      : agent.texts.unknownTool(
          name ?? '',
          agent.tools.map((one) => one.function.name),
        )
  } catch (error) {
    return agent.texts.toolError(name ?? '', toError(error).message)
  }
}
