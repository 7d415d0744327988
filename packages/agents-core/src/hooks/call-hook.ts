import type { AgentLike, AgentPlugin, HookContexts, HookName, HookResult } from '../types/agent.ts'
import { HookRejectionError } from '../types/errors.ts'
import { hookTable } from './hook-table.ts'

/**
 * Emits the event of a hook, then calls the plugins in order of registration. The first that returns a string (the
 * empty one counts) is the last that is called, and its string is returned. The event comes even if a plugin then
 * refuses. What a plugin throws is thrown on as it is.
 */
export async function dispatchHook<Hook extends HookName>(
  { events, plugins }: Pick<AgentLike, 'events' | 'plugins'>,
  hook: Hook,
  ctx: HookContexts[Hook],
): Promise<string | undefined> {
  emit(events, hook, ctx)
  // The list may grow while it is walked: a plugin that is added by another one is called, too.
  for (const plugin of plugins) {
    const result = await callPlugin(plugin, hook, ctx)
    if (typeof result === 'string') return result
  }
  return undefined
}

/**
 * Calls a hook as its policy says.
 *
 * @returns the string of an `answer` hook
 * @throws HookRejectionError with the string of a `gate` hook; what a plugin throws, as it is
 */
export async function callHook<Hook extends HookName>(
  agent: Pick<AgentLike, 'dispatchHook'>,
  hook: Hook,
  ctx: HookContexts[Hook],
): Promise<string | undefined> {
  const result = await agent.dispatchHook(hook, ctx)
  const { policy } = hookTable[hook]
  if (policy === 'gate' && result !== undefined) throw new HookRejectionError(hook, result)
  return policy === 'answer' ? result : undefined
}

// The table says that event and context belong together; the compiler can not follow a pair through a generic key.
function emit<Hook extends HookName>(events: AgentLike['events'], hook: Hook, ctx: HookContexts[Hook]): void {
  const send = events.emit.bind(events) as (name: string, ctx: unknown) => void
  send(hookTable[hook].event, ctx)
}

function callPlugin<Hook extends HookName>(plugin: AgentPlugin, hook: Hook, ctx: HookContexts[Hook]): HookResult {
  const method = plugin[hook] as ((this: AgentPlugin, ctx: HookContexts[Hook]) => HookResult) | undefined
  return method?.call(plugin, ctx)
}
