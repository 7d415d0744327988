/** Layers of a package, from the bottom. A name that ends with a slash is a folder of `src`. */
export type Layers = readonly (readonly string[])[]

/** Who imports whom inside a package: its own layer, and those to the left. ARCHITECTURE.md repeats this. */
export const layersOf: Readonly<Record<string, Layers>> = {
  fixtures: [
    ['fixture.ts'],
    ['story.ts'],
    ['wire/', 'made/', 'recorded/'],
    ['fault-of.ts', 'to-fixture.ts'],
    ['load.ts'],
    ['index.ts'],
  ],
  ai: [
    ['errors.ts', 'env.ts'],
    ['message/'],
    ['models/'],
    ['wire/'],
    ['normalize/'],
    ['request/'],
    ['validate/'],
    ['transport/'],
    ['providers/'],
    ['stream/'],
    ['openai-client/', 'proxy/', 'testing/'],
    ['index.ts', 'normalize.ts', 'schema.ts', 'validate.ts', 'proxy.ts', 'testing.ts'],
  ],
  'agents-core': [
    ['types/'],
    ['create-id.ts', 'content.ts', 'message.ts'],
    ['history.ts', 'pair-history.ts', 'reconcile.ts', 'project.ts', 'usage.ts', 'request-body.ts'],
    ['event-bus.ts', 'dispatch-hook.ts'],
    ['tool.ts', 'tool-call-context.ts', 'tools/'],
    ['sleep.ts', 'until-aborted.ts', 'session.ts', 'pump.ts', 'receive.ts', 'request.ts', 'call-tools.ts'],
    ['run.ts'],
    ['agent-context.ts', 'agent.ts'],
    ['plugins/', 'sub-agents/'],
    ['index.ts'],
  ],
  'agent-core': [
    ['types/'],
    ['state.ts', 'queue.ts', 'freeze.ts', 'in-order.ts', 'last-settled.ts', 'thinking-level.ts', 'tool-outcome.ts'],
    [
      'drop-text.ts',
      'failed-message.ts',
      'grace.ts',
      'at-most.ts',
      'ask-hook.ts',
      'listeners.ts',
      'attempt.ts',
      'ask.ts',
    ],
    ['run.ts', 'say.ts'],
    ['prepare-context.ts', 'respond.ts', 'prepare-call.ts', 'execute-call.ts', 'run-tools.ts'],
    ['retry/'],
    ['loop.ts'],
    ['agent-loop.ts', 'agent-options.ts', 'active-run.ts'],
    ['proxy.ts', 'agent.ts'],
    ['index.ts'],
  ],
}

/** What of each other the packages import. */
export const packagesOf: Readonly<Record<string, readonly string[]>> = {
  fixtures: [],
  ai: [],
  // Its client is the user's: of the provider layer it needs the pure part only.
  'agents-core': ['@dreb/ai/normalize'],
  'agent-core': ['@dreb/ai', '@dreb/ai/proxy'],
}

/** The place of a file in the order; undefined for one that has none. */
export function layerOf(file: string, layers: Layers): number | undefined {
  const name = file.includes('/') ? `${file.split('/')[0]}/` : file
  const at = layers.findIndex((layer) => layer.includes(name))
  return at < 0 ? undefined : at
}

/** The row of a package in ARCHITECTURE.md. */
export function rowOf(name: string, layers: Layers): string {
  const order = layers.map((layer) => layer.map((member) => `\`${member}\``).join(', ')).join(' → ')
  return `| ${name} | ${order} |`
}
