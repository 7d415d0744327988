import {
  Agent,
  type AgentContextOptions,
  type AgentEvents,
  AgentNS,
  type AgentPlugin,
  CallbackTool,
  type HookName,
  type ToolArguments,
  type ToolCallContext,
} from '#src/index.ts'

import { type ScriptedCall, type ScriptedRequest, scriptedClient, type Turn } from './scripted-client.ts'

type Callback = (args: ToolArguments, ctx: ToolCallContext) => unknown

/** What is put on the stage besides the options of an agent. */
export interface Setting extends Omit<Partial<AgentContextOptions>, 'tools'> {
  turns?: Turn[]
  /** Callbacks by tool name. */
  callbacks?: Record<string, Callback>
  tools?: AgentContextOptions['tools']
  plugins?: AgentPlugin[]
  onRequest?: (request: ScriptedRequest, nth: number) => void
}

const hookNames: HookName[] = [
  'onBeforeSend',
  'onAfterSend',
  'onInnerLoopsStart',
  'onInnerLoopsEnd',
  'onInnerLoopStart',
  'onInnerLoopEnd',
  'onToolCall',
  'onUnknownTool',
  'onSubAgentStart',
  'onSubAgentEnd',
]

export const eventNames: (keyof AgentEvents)[] = [
  'before-send',
  'after-send',
  'inner-loops-start',
  'inner-loops-end',
  'inner-loop-start',
  'inner-loop-end',
  'tool-call',
  'unknown-tool',
  'sub-agent-start',
  'sub-agent-end',
  'open',
  'chunk',
  'parsed',
  'error',
  'finally',
]

/**
 * An agent on a scripted client that notes, in one list, its events, hooks, requests (`create`) and tool executions
 * (`exec:name`), as they happen. Several chunks in a row are one `chunk`.
 */
export function stage({ turns = [], callbacks = {}, tools = [], plugins = [], onRequest, ...options }: Setting = {}) {
  const notes: string[] = []
  const { client, requests } = scriptedClient(turns, (request, nth) => {
    notes.push('create')
    onRequest?.(request, nth)
  })
  const noting =
    (name: string, callback: Callback): Callback =>
    (args, ctx) => {
      notes.push(`exec:${name}`)
      return callback(args, ctx)
    }
  const made = Object.entries(callbacks).map(([name, callback]) => tool(name, noting(name, callback)))
  const agent = new Agent({ client, model: 'm', ...options, tools: [...made, ...(tools ?? [])] })
  for (const name of eventNames) {
    agent.events.on(name, () => {
      if (name !== 'chunk' || notes.at(-1) !== 'chunk') notes.push(name)
    })
  }
  agent.use(Object.fromEntries(hookNames.map((hook) => [hook, () => void notes.push(hook)])))
  for (const plugin of plugins) agent.use(plugin)
  return { agent, requests, notes, count: (note: string) => notes.filter((one) => one === note).length }
}

/** A tool without parameters worth mentioning. */
export function tool(name: string, callback: Callback): CallbackTool {
  return new CallbackTool({ function: definition(name), callback })
}

export function definition(name: string): AgentNS.FunctionDefine {
  return { name, description: name, parameters: { type: 'object', properties: {} } }
}

/** A turn that calls tools, all under ids `c1`, `c2`, … */
export function calling(...names: string[]): Turn & { calls: ScriptedCall[] } {
  return { calls: names.map((name, at) => ({ id: `c${at + 1}`, name })) }
}

const initials = { system: 'S', user: 'U', assistant: 'A', tool: 'T', function: 'F', unknown: '?' }
const marks = { completed: '✓', aborted: '⊘', error: '✗', pending: '…', writing: '~', unknown: '?' }

/** The messages as `U✓ A✓ T⊘`: role and status of each. */
export function outline(messages: readonly AgentNS.Message[]): string {
  return messages.map(({ role, status }) => `${initials[role]}${status ? marks[status] : ''}`).join(' ')
}

/** The results of tool calls, in order. */
export function results(agent: Pick<Agent, 'messages'>): (AgentNS.MessageContent | undefined)[] {
  return agent.messages.filter(({ role }) => role === 'tool' || role === 'function').map(({ content }) => content)
}

/** A promise and what opens it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

/** Resolves when the signal fires. */
export function untilFired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
