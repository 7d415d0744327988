import type { AssistantMessageEvent, UserMessage } from '@dreb/ai'
import {
  type ScriptedAnswer,
  type ScriptedReply,
  scriptedModel,
  type ScriptedStream,
  scriptedStream,
} from '@dreb/ai/testing'

import { Agent, type AgentEvent, type AgentOptions, type StreamFn } from '#src/index.ts'

import { standardTools } from './tools.ts'
import { line, withoutUpdates } from './trace.ts'

export const user = (content: string): UserMessage => ({ role: 'user', content, timestamp: 1 })

/** A response that calls tools. */
export function calls(...wanted: [id: string, name: string, args?: Record<string, unknown>][]): ScriptedReply {
  return { toolCalls: wanted.map(([id, name, args]) => ({ id, name, arguments: args ?? {} })) }
}

/** What is done at the first event of a kind, named by its line or its type. */
export type Reactions = Record<string, (agent: Agent) => void>

export interface Stage {
  agent: Agent
  script: ScriptedStream
  events: AgentEvent[]
  lines: () => string[]
  /** Without the updates of streaming messages. */
  quiet: () => string[]
}

/** An agent whose model answers as the script says. */
export function staged(script: ScriptedAnswer[], options: AgentOptions = {}, on: Reactions = {}): Stage {
  const stream = scriptedStream(...script)
  const { initialState, ...rest } = options
  const agent = new Agent({
    streamRetryBaseDelayMs: 1,
    streamFn: stream,
    ...rest,
    initialState: { systemPrompt: 'system', model: scriptedModel, tools: standardTools(), ...initialState },
  })
  const events: AgentEvent[] = []
  const waiting = { ...on }
  agent.subscribe((event) => {
    events.push(event)
    for (const key of [line(event), event.type]) {
      const react = waiting[key]
      delete waiting[key]
      react?.(agent)
    }
  })
  const lines = () => events.map(line)
  return { agent, script: stream, events, lines, quiet: () => withoutUpdates(lines()) }
}

/** As {@link staged}, after a prompt "go". */
export async function ran(script: ScriptedAnswer[], options: AgentOptions = {}, on: Reactions = {}): Promise<Stage> {
  const stage = staged(script, options, on)
  await stage.agent.prompt('go')
  return stage
}

/** A stream function that yields these events and then just stops, or hangs without a look at the signal. */
export function rawStream(events: readonly AssistantMessageEvent[], end: 'stop' | 'hang'): StreamFn {
  return async function* () {
    yield* events
    if (end === 'hang') await new Promise(() => {})
  }
}
