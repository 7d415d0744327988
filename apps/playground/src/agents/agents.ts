import type { AgentName, PlayAgent } from './play.ts'

/** Loads an agent and what it needs, when it is first asked for. */
export const loadAgent: Readonly<Record<AgentName, () => Promise<PlayAgent>>> = {
  'agent-core': async () => (await import('./play-agent-core.ts')).playAgentCore,
  'agents-core': async () => (await import('./play-agents-core.ts')).playAgentsCore,
}
