// Ten plugins that do nothing: what having plugins costs.
import type { AgentPlugin } from '@ai-zen/agents-core'

import { agentsCoreWith } from './agents-core.ts'

const nothing = () => undefined

const plugin: AgentPlugin = {
  onBeforeSend: nothing,
  onInnerLoopStart: nothing,
  onInnerLoopEnd: nothing,
  onToolCall: nothing,
  onAfterSend: nothing,
}

/** The plugin agent with ten plugins that do nothing. */
export const contender = agentsCoreWith(Array.from({ length: 10 }, () => ({ ...plugin })))
