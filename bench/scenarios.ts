import type { Wire } from './wire.ts'

/** What a contender does in its process. */
export type Work =
  /** Reads one answer. */
  | 'ask'
  /** Runs a conversation with tools. */
  | 'converse'
  /** Runs 200 of them at once. */
  | 'crowd'
  /** Loads the library, and reads a first small answer. */
  | 'start'

/** A figure to print, with the most it may be. */
export type Figure =
  /** CPU time over that of another contender, for the last play or the named one. */
  | { kind: 'ratio'; of: string; to: string; max?: number; play?: string }
  /** How CPU time grows with size from the first to the last play: 1 is linear, 2 quadratic. */
  | { kind: 'exponent'; of: string; max?: number }
  /** Microseconds that each past turn adds to a turn. */
  | { kind: 'growth'; of: string; max?: number }
  /** Megabytes that the process takes at most, over what another takes: Node itself differs from machine to machine. */
  | { kind: 'peak'; of: string; to: string; max?: number }
  /** Megabytes of heap that are left after the work. */
  | { kind: 'kept'; of: string; max?: number }
  /** Milliseconds of CPU time that loading takes. */
  | { kind: 'load'; of: string; max?: number }

/** One thing to measure. */
export interface Scenario {
  name: string
  work: Work
  wires: readonly Wire[]
  /** What the server plays, small to large, all in one process. */
  plays: readonly string[]
  /** Played before anything is measured. */
  warmUp: string
  contenders: readonly string[]
  figures: readonly Figure[]
}

const both: readonly Wire[] = ['openai', 'anthropic']

/** All that is measured. Limits are those the project has set itself. */
export const scenarios: readonly Scenario[] = [
  ...both.flatMap((wire) => ['text-20000', 'text-200000'].map((play) => text(wire, play))),
  {
    name: 'fold alone',
    work: 'ask',
    wires: both,
    plays: ['text-200000'],
    warmUp: 'text-200000',
    contenders: ['parse', 'fold'],
    figures: [{ kind: 'ratio', of: 'fold', to: 'parse' }],
  },
  {
    name: 'arguments 1 MB',
    work: 'ask',
    wires: both,
    plays: ['call-64', 'call-256', 'call-1024'],
    warmUp: 'call-16',
    contenders: ['raw', 'sdk', 'ai'],
    figures: [
      { kind: 'ratio', of: 'ai', to: 'raw', max: 2.5 },
      { kind: 'ratio', of: 'ai', to: 'sdk' },
      { kind: 'exponent', of: 'ai', max: 1.05 },
      { kind: 'peak', of: 'ai', to: 'raw', max: 73 },
    ],
  },
  loop('turns-200', 'turns-200-1', 1.7),
  // Two hundred turns are too few to tell growth from noise.
  loop('turns-1000', 'turns-1000-1', 1.8, { kind: 'growth', of: 'agent-core', max: 5 }),
  loop('8 parallel calls', 'turns-50-8', 1.8),
  {
    name: '200 agents at once',
    work: 'crowd',
    wires: both,
    plays: ['crowd-200'],
    warmUp: 'crowd-200',
    contenders: ['raw', 'agent-core'],
    figures: [
      { kind: 'ratio', of: 'agent-core', to: 'raw', max: 1.5 },
      { kind: 'peak', of: 'agent-core', to: 'raw', max: 25 },
    ],
  },
  {
    name: 'agents-core',
    work: 'converse',
    wires: ['openai'],
    plays: ['text-20000'],
    warmUp: 'text-200',
    contenders: ['sdk', 'agents-core', 'agents-core-plugins'],
    figures: [
      { kind: 'ratio', of: 'agents-core', to: 'sdk', max: 1.25 },
      { kind: 'ratio', of: 'agents-core-plugins', to: 'agents-core', max: 1.3 },
    ],
  },
  {
    name: 'start',
    work: 'start',
    wires: both,
    plays: ['text-4'],
    warmUp: '',
    contenders: ['sdk', 'ai'],
    figures: [
      { kind: 'load', of: 'ai', max: 15 },
      { kind: 'ratio', of: 'ai', to: 'sdk', max: 1.05 },
    ],
  },
]

function text(wire: Wire, play: string): Scenario {
  const isLong = play === 'text-200000'
  return {
    name: play,
    work: 'ask',
    wires: [wire],
    plays: [play],
    warmUp: 'text-200',
    contenders: ['raw', 'sdk', 'ai'],
    figures: [
      { kind: 'ratio', of: 'ai', to: 'raw', max: wire === 'openai' ? 1.5 : 1.7 },
      { kind: 'ratio', of: 'ai', to: 'sdk', ...(wire === 'openai' && { max: 0.6 }) },
      ...(isLong
        ? ([
            { kind: 'peak', of: 'ai', to: 'raw', max: 29 },
            { kind: 'kept', of: 'ai', max: 2 },
          ] as const)
        : []),
    ],
  }
}

function loop(name: string, play: string, max: number, ...more: Figure[]): Scenario {
  return {
    name,
    work: 'converse',
    wires: both,
    plays: [play],
    warmUp: 'turns-3-1',
    contenders: ['raw', 'agent-core'],
    figures: [{ kind: 'ratio', of: 'agent-core', to: 'raw', max }, ...more],
  }
}
