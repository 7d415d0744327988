// The plugin agent on the official client: a listener that reads every chunk.
import type { AgentPlugin } from '@ai-zen/agents-core'

import { toolName, toolParameters } from '../wire.ts'
import { type Contender, prompt, toolResult } from './contender.ts'

/** `Agent` of @ai-zen/agents-core with so many plugins that do nothing. */
export function agentsCoreWith(plugins: readonly AgentPlugin[]): Contender {
  return {
    async load() {
      const [{ Agent, CallbackTool }, { default: OpenAI }] = await Promise.all([
        import('@ai-zen/agents-core'),
        import('openai'),
      ])
      const definition = { name: toolName, description: toolName, parameters: toolParameters }
      return {
        async converse(url, tally, onTurn) {
          const client = new OpenAI({ apiKey: 'key', baseURL: `${url}/v1`, maxRetries: 0 })
          const tools = [new CallbackTool({ function: definition, callback: async () => toolResult })]
          const agent = new Agent({ client, model: 'bench', tools })
          for (const plugin of plugins) agent.use(plugin)
          agent.events.on('chunk', ({ choices }) => {
            const delta = choices[0]?.delta
            if (delta?.content) tally.text += delta.content.length
            for (const call of delta?.tool_calls ?? []) tally.args += call.function?.arguments?.length ?? 0
            if (choices[0]?.finish_reason === 'tool_calls') onTurn()
          })
          await agent.send(prompt)
        },
      }
    },
  }
}

/** Without plugins. */
export const contender: Contender = agentsCoreWith([])
