import type { AgentName } from './play.ts'

/**
 * Whether an agent speaks the wire format of a recording.
 *
 * @param fixture full name, which begins with the wire format.
 */
export function canPlay(agent: AgentName, fixture: string): boolean {
  return agent === 'agent-core' || fixture.startsWith('openai-completions/')
}
