import { Agent, type AgentEvent, type AgentTool } from '@dreb/agent-core'
import { streamSimple } from '@dreb/ai'

import { fromAgentState } from '../conversation/from-agent-core.ts'
import type { Outcome, Tone } from '../timeline/run-state.ts'
import { fixtureModel } from './fixture-model.ts'
import { runFixtureTool } from './fixture-tool.ts'
import type { AgentStep, Play } from './play.ts'

/** Plays a recording with `Agent` of `@dreb/agent-core`. */
export async function playAgentCore(play: Play): Promise<Outcome> {
  const { fixture, signal, report } = play
  const agent = createAgent(play)
  const stop = () => agent.abort()
  signal.addEventListener('abort', stop)
  agent.subscribe((event) => report({ ...describe(event), conversation: fromAgentState(agent.state) }))
  try {
    for (const prompt of fixture.prompts) {
      await agent.prompt(prompt)
      // A tool round that was aborted may leave a history without a trace of it.
      if (signal.aborted) return { status: 'aborted' }
      const failure = failureOf(agent)
      if (failure) return failure
    }
    return { status: 'completed' }
  } catch (error) {
    return { status: 'failed', problem: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function createAgent({ fixture, clock, fetch }: Play): Agent {
  const tools = fixture.tools.map((tool): AgentTool => {
    const { name, description, parameters } = tool
    const execute: AgentTool['execute'] = async (callId, _params, signal) => {
      const text = await runFixtureTool(tool, callId, clock, signal)
      return { content: [{ type: 'text', text }] }
    }
    return { name, label: name, description, parameters, execute }
  })
  return new Agent({
    initialState: { systemPrompt: fixture.systemPrompt ?? '', model: fixtureModel(fixture), tools },
    streamFn: (model, context, options) => streamSimple(model, context, { ...options, fetch }),
    getApiKey: () => 'none',
    // Real time, not the recording's: short, so that nobody waits for it.
    streamRetryBaseDelayMs: 200,
  })
}

function failureOf({ state }: Agent): Outcome | undefined {
  const last = state.messages.findLast(({ role }) => role === 'assistant')
  if (last?.role !== 'assistant') return undefined
  if (last.stopReason === 'aborted') return { status: 'aborted' }
  if (last.stopReason !== 'error') return undefined
  return { status: 'failed', problem: last.errorMessage ?? 'The model failed' }
}

function describe(event: AgentEvent): Omit<AgentStep, 'conversation'> {
  return { name: event.type, detail: detailOf(event), tone: toneOf(event) }
}

function detailOf(event: AgentEvent): string {
  switch (event.type) {
    case 'agent_start':
      return event.model.id
    case 'message_start':
    case 'message_end':
      return event.message.role
    case 'message_update': {
      const { assistantMessageEvent: inner } = event
      return 'delta' in inner ? `${inner.type} ${JSON.stringify(inner.delta)}` : inner.type
    }
    case 'tool_execution_start':
      return `${event.toolName} ${JSON.stringify(event.args)}`
    case 'tool_execution_update':
      return event.toolName
    case 'tool_execution_end':
      return event.isError ? `${event.toolName} failed` : event.toolName
    case 'stream_retry':
    case 'length_retry':
      return `${event.attempt} of ${event.maxAttempts}`
    case 'turn_end':
      return event.message.stopReason
    case 'agent_end':
      return `${event.messages.length} messages`
    case 'turn_start':
      return ''
  }
}

function toneOf(event: AgentEvent): Tone {
  if (event.type === 'message_update') return toneOfUpdate(event.assistantMessageEvent.type)
  if (event.type.startsWith('tool_')) return event.type === 'tool_execution_end' && event.isError ? 'problem' : 'tool'
  if (event.type.endsWith('_retry')) return 'problem'
  if (event.type.startsWith('agent_')) return 'run'
  return event.type.startsWith('turn_') ? 'turn' : 'message'
}

function toneOfUpdate(type: string): Tone {
  if (type.startsWith('thinking')) return 'thinking'
  return type.startsWith('toolcall') ? 'call' : 'text'
}
