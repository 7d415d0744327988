import type { AgentLike } from '../types/agent.ts'
import type { AgentWarning } from '../types/warning.ts'

/** Reports something odd: the event `warning`, then `onWarning` or the console. What a callback throws is ignored. */
export function warn(agent: Pick<AgentLike, 'events' | 'onWarning'>, warning: AgentWarning): void {
  agent.events.emit('warning', warning)
  try {
    if (agent.onWarning) agent.onWarning(warning)
    else warnOnConsole(warning)
  } catch {
    // A warning must not end the run that it is about.
  }
}

function warnOnConsole({ code, message }: AgentWarning): void {
  const { console } = globalThis as { console?: { warn?: (...args: unknown[]) => void } }
  console?.warn?.(`${code}: ${message}`)
}
