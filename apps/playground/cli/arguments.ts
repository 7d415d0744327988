import { parseArgs } from 'node:util'

import { type AgentName, agentNames } from '../src/agents/play.ts'

/** What the command line asks for. */
export type PlayArguments = { kind: 'help' } | { kind: 'list' } | PlayCommand

/** Play a recording. */
export interface PlayCommand {
  kind: 'play'
  fixture: string
  agent: AgentName
  /** Virtual per real milliseconds; Infinity does not wait. */
  speed: number
  /** Events one per line, for programs. */
  isJson: boolean
}

/** How to use the command. */
export const usage = `Plays a recording with an agent and prints the run as it streams.

  --fixture <name>   recording, default weather; --list shows all
  --agent <name>     ${agentNames.join(' or ')}, default ${agentNames[0]}
  --speed <number>   times as fast as recorded, or max; default 1
  --json             prints events as JSON, one per line
  --list             lists the recordings
  --help             shows this`

const options = {
  fixture: { type: 'string', default: 'weather' },
  agent: { type: 'string', default: 'agent-core' },
  speed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the arguments of the command.
 *
 * @throws Error that says what is wrong with them.
 */
export function readArguments(args: readonly string[]): PlayArguments {
  // pnpm passes the separator on.
  const { values } = parseArgs({ args: args.filter((arg) => arg !== '--'), options })
  if (values.help) return { kind: 'help' }
  if (values.list) return { kind: 'list' }
  const { fixture, agent, speed, json: isJson } = values
  return { kind: 'play', fixture, agent: readAgent(agent), speed: readSpeed(speed), isJson }
}

function readAgent(text: string): AgentName {
  const agent = agentNames.find((name) => name === text)
  if (agent) return agent
  throw new Error(`Agent \`${text}\` not found; there are: ${agentNames.join(', ')}`)
}

function readSpeed(text: string): number {
  const speed = text === 'max' ? Infinity : Number(text)
  if (speed > 0) return speed
  throw new Error(`--speed takes a number above 0, or max; not \`${text}\``)
}
