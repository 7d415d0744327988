// The provider layer: every event read, the final message awaited.
import { type Contender, prompt } from './contender.ts'
import { count, modelAt } from './model.ts'

/** `stream` of @dreb/ai. */
export const contender: Contender = {
  async load(wire) {
    const { stream } = await import('@dreb/ai')
    return {
      async ask(url, tally) {
        const context = { messages: [{ role: 'user' as const, content: prompt, timestamp: 0 }] }
        const answer = stream(modelAt(url, wire), context, { apiKey: 'key' })
        for await (const event of answer) count(event, tally)
        const { stopReason, errorMessage } = await answer.result()
        if (stopReason === 'error') throw new Error(errorMessage)
      },
    }
  },
}
