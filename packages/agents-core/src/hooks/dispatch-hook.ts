import type { AgentLike, AgentEvents, AgentPlugin, HookContexts, HookName, HookResult } from '../types/agent.ts'
import { HookRejectionError } from '../types/errors.ts'

const eventNames = {
  onBeforeSend: 'before-send',
  onAfterSend: 'after-send',
  onInnerLoopsStart: 'inner-loops-start',
  onInnerLoopsEnd: 'inner-loops-end',
  onInnerLoopStart: 'inner-loop-start',
  onInnerLoopEnd: 'inner-loop-end',
  onToolCall: 'tool-call',
  onUnknownTool: 'unknown-tool',
  onSubAgentStart: 'sub-agent-start',
  onSubAgentEnd: 'sub-agent-end',
} as const satisfies Record<HookName, keyof AgentEvents>

/**
 * Emits the event of a hook, then asks the plugins in order of registration. The first that answers with a string (the
 * empty one counts) is the last that is asked, and its answer is returned. The event comes even if a plugin then refuses.
 */
export async function dispatchHook<Hook extends HookName>(
  agent: Pick<AgentLike, 'events' | 'plugins'>,
  hook: Hook,
  ctx: HookContexts[Hook],
): Promise<string | undefined> {
  emit(agent.events, hook, ctx)
  // The list may grow while it is walked: a plugin that is added by another one is asked, too.
  for (const plugin of agent.plugins) {
    const answer = await call(plugin, hook, ctx)
    if (typeof answer === 'string') return answer
  }
  return undefined
}

/** Dispatches a hook whose string means no. @throws HookRejectionError with that string */
export async function dispatchGate<Hook extends HookName>(
  agent: Pick<AgentLike, 'dispatchHook'>,
  hook: Hook,
  ctx: HookContexts[Hook],
): Promise<void> {
  const reason = await agent.dispatchHook(hook, ctx)
  if (reason !== undefined) throw new HookRejectionError(hook, reason)
}

// The tables above say that event and context belong together; the compiler can not follow a pair through a generic key.
function emit<Hook extends HookName>(events: AgentLike['events'], hook: Hook, ctx: HookContexts[Hook]): void {
  const send = events.emit.bind(events) as (name: string, ctx: unknown) => void
  send(eventNames[hook], ctx)
}

function call<Hook extends HookName>(plugin: AgentPlugin, hook: Hook, ctx: HookContexts[Hook]): HookResult {
  const method = plugin[hook] as ((this: AgentPlugin, ctx: HookContexts[Hook]) => HookResult) | undefined
  return method?.call(plugin, ctx)
}
