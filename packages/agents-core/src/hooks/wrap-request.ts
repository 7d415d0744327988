import type { AgentPlugin, RequestContext } from '../types/agent.ts'
import type { SendRequest } from '../types/request.ts'

/** Puts the `aroundRequest` of all plugins around a request; the first plugin is the outermost. */
export function wrapRequest(plugins: readonly AgentPlugin[], ctx: RequestContext, send: SendRequest): SendRequest {
  return plugins.reduceRight<SendRequest>((next, plugin) => {
    const wrap = plugin.aroundRequest?.bind(plugin)
    return wrap ? () => wrap(ctx, next) : next
  }, send)
}
