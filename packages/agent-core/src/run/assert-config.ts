import { AIError } from '@dreb/ai'

import type { AgentLoopConfig } from '../types/agent-loop-config.ts'
import type { AgentTool } from '../types/agent-tool.ts'

/** @throws AIError `invalid_request` if two tools have the same name: a call could mean either */
export function assertDistinctNames(tools: readonly AgentTool[]): void {
  const names = new Set<string>()
  for (const { name } of tools) {
    if (names.has(name)) throw new AIError('invalid_request', `Two tools are named ${name}: give each its own name`)
    names.add(name)
  }
}

/** @throws AIError `invalid_request` if a run could never make a request */
export function assertLimits({ maxTurns }: Pick<AgentLoopConfig, 'maxTurns'>): void {
  if (maxTurns === undefined || maxTurns >= 1) return
  throw new AIError('invalid_request', `maxTurns must be at least 1 (Infinity: no limit), got ${maxTurns}`)
}
