import { replayFetch } from '@dreb/ai/testing'
import { type Fixture, load } from '@dreb/fixtures'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'

import { Agent, type AgentPlugin, CallbackTool, RetryPlugin } from '#src/index.ts'

import { outline } from './support/stage.ts'

/** A recording through the official client, and what became of it. */
async function play(name: string, ...plugins: AgentPlugin[]) {
  const fixture = load(`openai-completions/${name}`)
  const exchanges = fixture.exchanges.map(({ request: { method, url }, response }) => ({
    request: { method, url },
    response,
  }))
  const baseURL = new URL('.', exchanges[0]?.request.url.replace('chat/completions', '')).href
  const client = new OpenAI({ apiKey: 'none', baseURL, fetch: replayFetch({ ...fixture, exchanges }), maxRetries: 0 })
  const agent = new Agent({ client, model: fixture.model, tools: fixture.tools.map(toTool) })
  const errors: string[] = []
  agent.events.on('error', (error) => void errors.push(error.message))
  for (const plugin of plugins) agent.use(plugin)
  for (const prompt of fixture.prompts) await agent.send(prompt)
  return { agent, errors, outline: outline(agent.messages) }
}

function toTool({ name, description, parameters, results }: Fixture['tools'][number]): CallbackTool {
  return new CallbackTool({
    function: { name, description, parameters },
    callback: (_, ctx) => {
      const { text = '', isError } = results[ctx.tool_call.id ?? ''] ?? {}
      if (isError) throw new Error(text)
      return text
    },
  })
}

describe('recordings through the official client', () => {
  it.each([
    ['text-chinese', 'U✓ A✓'],
    ['reasoning', 'U✓ A✓'],
    ['one-tool-call', 'U✓ A✓ T✓ A✓'],
    ['parallel-tool-calls', 'U✓ A✓ T✓ T✓ A✓'],
    ['tool-error', 'U✓ A✓ T✓ A✓ T✓ A✓'],
    ['length-in-tool-call', 'U✓ A✓ T✓ A✓ T✓ A✓'],
    ['refusal', 'U✓ A✗'],
    ['dropped-stream', 'U✓ A✗'],
    ['error-in-stream', 'U✓ A✗'],
  ])('%s ends as %s', async (name, messages) => {
    expect((await play(name)).outline).toBe(messages)
  })

  it.each(['dropped-stream', 'error-in-stream'])('%s is answered when it is repeated', async (name) => {
    expect(await play(name, new RetryPlugin({ baseDelayMs: 1 }))).toMatchObject({ outline: 'U✓ A✓', errors: [] })
  })
})
