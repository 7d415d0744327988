import { isFailed, type Model, toolCallsOf } from '@dreb/ai'
import { replayFetch } from '@dreb/ai/testing'
import { type Fixture, type FixtureTool, load, names } from '@dreb/fixtures'
import { describe, expect, it } from 'vitest'

import { Agent, type AgentTool } from '#src/index.ts'

import { unansweredCalls } from './support/history.ts'
import { line } from './support/trace.ts'

function modelOf({ api, model }: Fixture): Model {
  const provider = api === 'anthropic-messages' ? 'anthropic' : 'openai'
  const limits = { contextWindow: 100_000, maxTokens: 4096, cost: {} }
  const baseUrl = api === 'anthropic-messages' ? 'https://api.anthropic.com' : 'https://api.openai.com/v1'
  return { ...limits, id: model, name: model, api, provider, baseUrl, reasoning: false, input: ['text'] }
}

/** A tool that answers as it did when the recording was made. */
function toTool({ name, description, parameters, results }: FixtureTool): AgentTool {
  const execute: AgentTool['execute'] = async (id) => {
    const result = results[id]
    if (!result || result.isError) throw new Error(result?.text ?? `No result for ${id}`)
    return { content: [{ type: 'text', text: result.text }] }
  }
  return { name, label: name, description, parameters, execute }
}

/** Runs the prompts of a recording. What failed in it was asked again. */
async function play(fixture: Fixture) {
  const fetch = replayFetch(fixture)
  const agent = new Agent({
    fetch,
    getApiKey: () => 'k',
    streamRetryBaseDelayMs: 1,
    initialState: {
      systemPrompt: fixture.systemPrompt ?? '',
      model: modelOf(fixture),
      tools: fixture.tools.map(toTool),
    },
  })
  const lines: string[] = []
  agent.subscribe((event) => void lines.push(line(event)))
  for (const prompt of fixture.prompts) await agent.prompt(prompt)
  fetch.assertComplete()
  return { agent, lines }
}

describe('an agent over recordings', () => {
  it.each(names())('%s: runs to its end, with every call answered and every start ended', async (name) => {
    const { agent, lines } = await play(load(name))
    const count = (start: string) => lines.filter((entry) => entry.startsWith(start)).length
    for (const kind of ['agent', 'turn', 'tool'])
      expect([kind, count(`${kind}_start`)]).toEqual([kind, count(`${kind}_end`)])
    // A message that is begun anew has two starts.
    expect(count('S(')).toBe(count('E(') + count('stream_retry') + count('length_retry'))
    expect(unansweredCalls(agent.state.messages)).toEqual([])
  })

  it.each(['openai-completions/weather', 'anthropic-messages/weather'])(
    '%s: calls its tools and answers',
    async (name) => {
      const { agent } = await play(load(name))
      const answers = agent.state.messages.filter((message) => message.role === 'assistant')
      expect(answers.flatMap(toolCallsOf).length).toBeGreaterThan(0)
      expect(answers.some(isFailed)).toBe(false)
      expect(answers.at(-1)).toMatchObject({ stopReason: 'stop' })
    },
  )
})
