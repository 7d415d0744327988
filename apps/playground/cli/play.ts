import { load, names } from '@dreb/fixtures'

import { runFixture } from '../src/agents/run-fixture.ts'
import type { Conversation } from '../src/conversation/conversation.ts'
import { ReplayClock } from '../src/replay/clock.ts'
import { emptyRun, reduceRun, type RunAction, type RunState } from '../src/timeline/run-state.ts'
import { type PlayCommand, readArguments, usage } from './arguments.ts'
import { difference } from './difference.ts'

/** Shows one thing that happened in a run. */
type Show = (action: RunAction) => void

async function play({ fixture: name, agent, speed, isJson }: PlayCommand): Promise<RunState> {
  const fixture = load(name)
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  const show = isJson ? showJson : createShowText()
  let run = emptyRun
  const onAction = (action: RunAction) => {
    run = reduceRun(run, action)
    show(action)
  }
  await runFixture({ fixture, agent, clock: new ReplayClock(speed), signal: controller.signal, onAction })
  return run
}

const showJson: Show = (action) => {
  if (action.type !== 'event') return
  const { at, name, detail } = action.event
  console.log(JSON.stringify({ at: Math.round(at), name, detail }))
}

function createShowText(): Show {
  let shown: Conversation = []
  return (action) => {
    if (action.type !== 'event') return
    process.stdout.write(difference(shown, action.event.conversation))
    shown = action.event.conversation
  }
}

/** 0: as recorded; 1: wrong arguments, or the run failed; 130: aborted by Ctrl-C. */
function exitCodeOf({ status }: RunState): number {
  if (status === 'aborted') return 130
  return status === 'completed' ? 0 : 1
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  if (args.kind === 'help') return console.log(usage)
  if (args.kind === 'list') return console.log(names().map(describe).join('\n'))
  const run = await play(args)
  if (!args.isJson) process.stdout.write('\n')
  if (run.problem !== undefined) console.error(`The run failed: ${run.problem}`)
  process.exitCode = exitCodeOf(run)
}

function describe(name: string): string {
  return `${name.padEnd(38)} ${load(name).description.en}`
}

// Whoever reads has read enough, `head` for one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('See --help.')
  process.exitCode = 1
}
