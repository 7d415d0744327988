import type { AgentEvents, HookName } from '../types/agent.ts'

/**
 * What a string means that a hook returns: `gate` refuses to go on (HookRejectionError), `answer` is the result of the
 * call, `observe` only keeps later plugins from being called.
 */
export type CallPolicy = 'gate' | 'answer' | 'observe'

/** How each hook is called, and the event that comes before it. */
export const hookTable = {
  onBeforeSend: { policy: 'gate', event: 'before-send' },
  onInnerLoopsStart: { policy: 'gate', event: 'inner-loops-start' },
  onInnerLoopStart: { policy: 'gate', event: 'inner-loop-start' },
  onToolCall: { policy: 'answer', event: 'tool-call' },
  onUnknownTool: { policy: 'answer', event: 'unknown-tool' },
  onSubAgentStart: { policy: 'answer', event: 'sub-agent-start' },
  onSubAgentEnd: { policy: 'observe', event: 'sub-agent-end' },
  onInnerLoopEnd: { policy: 'observe', event: 'inner-loop-end' },
  onInnerLoopsEnd: { policy: 'observe', event: 'inner-loops-end' },
  onAfterSend: { policy: 'observe', event: 'after-send' },
} as const satisfies Record<HookName, { policy: CallPolicy; event: keyof AgentEvents }>
