import { Agent, CallbackTool, Message } from '@ai-zen/agents-core'
import { createOpenAIClient } from '@dreb/ai'
import OpenAI from 'openai'

import { fromMessages, type ShownMessage } from '../conversation/from-agents-core.ts'
import type { Outcome, Tone } from '../timeline/run-state.ts'
import { baseUrlOf, fixtureModel } from './fixture-model.ts'
import { runFixtureTool } from './fixture-tool.ts'
import type { AgentStep, Play } from './play.ts'

/**
 * Plays a recording with `Agent` of `@ai-zen/agents-core`: on the official client, and over other wire formats on one that
 * looks like it.
 */
export async function playAgentsCore(play: Play): Promise<Outcome> {
  const { fixture, signal } = play
  const agent = createAgent(play)
  const problems = new Map<ShownMessage, string>()
  const report = (step: Omit<AgentStep, 'conversation'>) =>
    play.report({ ...step, conversation: fromMessages(agent.messages, problems) })
  const stop = () => agent.abort()
  signal.addEventListener('abort', stop)
  listen(agent, problems, report)
  try {
    for (const prompt of fixture.prompts) {
      await agent.send(prompt)
      // A tool round that was aborted may leave a history without a trace of it.
      if (signal.aborted) return { status: 'aborted' }
      const failure = failureOf(agent, problems)
      if (failure) return failure
    }
    return { status: 'completed' }
  } catch (error) {
    return { status: 'failed', problem: error instanceof Error ? error.message : String(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function createClient({ fixture, fetch }: Play): OpenAI {
  const apiKey = 'none'
  if (fixture.api !== 'openai-completions') return createOpenAIClient(fixtureModel(fixture), { apiKey, fetch })
  return new OpenAI({ apiKey, baseURL: baseUrlOf(fixture), fetch, maxRetries: 0, dangerouslyAllowBrowser: true })
}

function createAgent(play: Play): Agent {
  const { fixture, clock } = play
  const tools = fixture.tools.map(
    (tool) =>
      new CallbackTool({
        function: { name: tool.name, description: tool.description, parameters: tool.parameters },
        callback: (_args, ctx) => runFixtureTool(tool, ctx.tool_call.id, clock, ctx.signal),
      }),
  )
  const agent = new Agent({ client: createClient(play), model: fixture.model, tools })
  if (fixture.systemPrompt !== undefined) agent.append(Message.System(fixture.systemPrompt))
  return agent
}

type Report = (step: Omit<AgentStep, 'conversation'>) => void

/** The hook events, which all look alike. */
const hookEvents = {
  'before-send': 'run',
  'inner-loops-start': 'run',
  'inner-loop-start': 'turn',
  'inner-loop-end': 'turn',
  'inner-loops-end': 'run',
  'after-send': 'run',
} as const satisfies Record<string, Tone>

function listen(agent: Agent, problems: Map<ShownMessage, string>, report: Report): void {
  const { events } = agent
  for (const [name, tone] of Object.entries(hookEvents)) {
    events.on(name as keyof typeof hookEvents, () => report({ name, tone, detail: '' }))
  }
  events.on('open', () => report({ name: 'open', tone: 'message', detail: '' }))
  events.on('chunk', () => report({ name: 'chunk', tone: 'message', detail: '' }))
  events.on('chunk-parsed', (_receiver, chunk) => report({ name: 'chunk-parsed', ...describeChunk(chunk) }))
  events.on('parsed', (receiver) => report({ name: 'parsed', tone: 'message', detail: receiver.finish_reason ?? '' }))
  events.on('tool-call', ({ tool_call: { function: called } }) =>
    report({ name: 'tool-call', tone: 'tool', detail: `${called?.name ?? ''} ${called?.arguments ?? ''}` }),
  )
  events.on('unknown-tool', ({ toolCall }) =>
    report({ name: 'unknown-tool', tone: 'problem', detail: toolCall.function?.name ?? '' }),
  )
  events.on('error', (error) => {
    const problem = error instanceof Error ? error.message : String(error)
    const failed = agent.messages.findLast(({ role }) => role === 'assistant')
    if (failed) problems.set(failed, problem)
    report({ name: 'error', tone: 'problem', detail: problem })
  })
  events.on('finally', () => report({ name: 'finally', tone: 'turn', detail: '' }))
}

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk
type ChunkDelta = Partial<Chunk['choices'][number]['delta']> & { reasoning_content?: string | null }

function describeChunk({ choices, usage }: Chunk): { tone: Tone; detail: string } {
  const delta: ChunkDelta = choices[0]?.delta ?? {}
  if (delta.reasoning_content)
    return { tone: 'thinking', detail: `reasoning ${JSON.stringify(delta.reasoning_content)}` }
  if (delta.tool_calls?.length) return { tone: 'call', detail: describeCalls(delta.tool_calls) }
  if (delta.content) return { tone: 'text', detail: `content ${JSON.stringify(delta.content)}` }
  if (delta.refusal) return { tone: 'problem', detail: `refusal ${JSON.stringify(delta.refusal)}` }
  if (usage) return { tone: 'message', detail: `usage ${usage.prompt_tokens} + ${usage.completion_tokens}` }
  return { tone: 'message', detail: choices[0]?.finish_reason ?? delta.role ?? '' }
}

function describeCalls(calls: NonNullable<ChunkDelta['tool_calls']>): string {
  return calls
    .map(({ index, function: called }) => `call ${index} ${called?.name ?? JSON.stringify(called?.arguments)}`)
    .join(', ')
}

function failureOf(agent: Agent, problems: ReadonlyMap<ShownMessage, string>): Outcome | undefined {
  const last = agent.messages.findLast(({ role }) => role === 'assistant')
  if (last?.status === 'aborted') return { status: 'aborted' }
  if (last?.status !== 'error') return undefined
  return { status: 'failed', problem: problems.get(last) ?? 'The model failed' }
}
