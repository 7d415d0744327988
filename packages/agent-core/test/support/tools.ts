import type { AgentTool, AgentToolResult } from '#src/index.ts'

const anyObject = { type: 'object', properties: {} }

export const text = (content: string): { type: 'text'; text: string }[] => [{ type: 'text', text: content }]

/** A tool of that name which takes any object. */
export function tool(name: string, execute: AgentTool['execute'], more: Partial<AgentTool> = {}): AgentTool {
  return { name, label: name, description: name, parameters: anyObject, execute, ...more }
}

/** A tool that answers with its text. */
export function says(name: string, content: string, more: Partial<AgentToolResult> = {}): AgentTool {
  return tool(name, async () => ({ content: text(content), details: {}, ...more }))
}

/** Rejects when the signal fires. */
export function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new Error('tool aborted'))
    if (signal?.aborted) fail()
    else signal?.addEventListener('abort', fail, { once: true })
  })
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * slow (an update, then 15 ms), fast, num (wants a number), boom (throws), hang (until the abort), deaf (never, whatever
 * happens), last (ends the turn).
 */
export function standardTools(): AgentTool[] {
  return [
    tool('slow', async (_id, _args, _signal, onUpdate) => {
      onUpdate?.({ content: text('half') })
      await wait(15)
      return { content: text('slow'), details: {} }
    }),
    says('fast', 'fast'),
    tool('num', async (_id, { n }: { n: unknown }) => ({ content: text(typeof n), details: {} }), {
      parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    }),
    tool('boom', async () => {
      throw new Error('boom!')
    }),
    tool('hang', (_id, _args, signal) => untilAborted(signal)),
    tool('deaf', () => new Promise(() => {})),
    says('last', 'started', { endTurn: true }),
  ]
}

/** A tool, and a promise that resolves once it is running. */
export function announced(inner: AgentTool): { tool: AgentTool; started: Promise<void> } {
  let announce = () => {}
  const started = new Promise<void>((resolve) => {
    announce = resolve
  })
  const execute: AgentTool['execute'] = (...call) => {
    announce()
    return inner.execute(...call)
  }
  return { tool: { ...inner, execute }, started }
}

/** The standard tools, and a promise that resolves once the named one is running. */
export function announcedAmong(name: string): { tools: AgentTool[]; started: Promise<void> } {
  const tools = standardTools()
  const at = tools.findIndex((candidate) => candidate.name === name)
  const { tool: announcing, started } = announced(tools[at]!)
  return { tools: tools.with(at, announcing), started }
}
