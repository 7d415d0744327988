// The loop agent: a subscriber that reads every event.
import { toolName, toolParameters } from '../wire.ts'
import { type Contender, prompt, toolResult } from './contender.ts'
import { count, modelAt } from './model.ts'

/** `Agent` of @dreb/agent-core. */
export const contender: Contender = {
  async load(wire) {
    const { Agent } = await import('@dreb/agent-core')
    const tool = {
      name: toolName,
      label: toolName,
      description: toolName,
      parameters: toolParameters,
      execute: async () => ({ content: [{ type: 'text' as const, text: toolResult }], details: undefined }),
    }
    return {
      async converse(url, tally, onTurn) {
        const agent = new Agent({ initialState: { model: modelAt(url, wire), tools: [tool] }, getApiKey: () => 'key' })
        agent.subscribe((event) => {
          if (event.type === 'message_update') count(event.assistantMessageEvent, tally)
          if (event.type === 'turn_end') onTurn()
        })
        await agent.prompt(prompt)
        if (agent.state.error) throw new Error(agent.state.error)
      },
    }
  },
}
