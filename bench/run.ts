// Prints what our packages cost, as ratios to the raw floor and to the bare SDKs in the same run.
//   node bench/run.ts [--only TEXT] [--rounds N] [--gate]
// Needs the built packages. Each contender runs in a process of its own, in turn, and so does the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import type { Job } from './child.ts'
import type { Measure } from './measure.ts'
import { lineOf, type Round } from './report.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import type { Wire } from './wire.ts'

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '3' },
    gate: { type: 'boolean', default: false },
  },
})

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (piece) => {
      text += String(piece)
      if (text.includes('\n')) resolve(text.trim())
    })
    child.once('exit', () => reject(new Error('it ended without an answer')))
  })
}

async function startServer(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [here('server.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const port = await firstLine(child)
  return { url: `http://127.0.0.1:${port}`, stop: () => child.stdin?.end() }
}

async function measureIn(job: Job): Promise<Measure[]> {
  const args = ['--expose-gc', here('child.ts'), JSON.stringify(job)]
  const env = { ...process.env, NODE_ENV: 'production' }
  const answer = await firstLine(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env }))
  const result = JSON.parse(answer) as Measure[] | string
  if (typeof result === 'string') throw new Error(`${job.contender}, ${job.wire}: ${result}`)
  return result
}

async function measureRound(scenario: Scenario, wire: Wire, server: string): Promise<Round> {
  const round = new Map<string, Measure[]>()
  for (const contender of scenario.contenders) {
    const { work, plays, warmUp } = scenario
    round.set(contender, await measureIn({ contender, wire, server, work, plays, warmUp }))
  }
  return round
}

async function report(scenario: Scenario, wire: Wire, server: string): Promise<boolean> {
  const rounds: Round[] = []
  for (let at = 0; at < Number(flags.rounds); at++) rounds.push(await measureRound(scenario, wire, server))
  console.log(`${scenario.name} · ${wire}`)
  const lines = scenario.figures.map((figure) => lineOf(figure, scenario, rounds))
  for (const { text } of lines) console.log(text)
  return lines.every(({ isGood }) => isGood)
}

if (!existsSync(here('../packages/agent-core/dist/index.js'))) {
  console.error('The packages are not built: pnpm build')
  process.exit(1)
}
const server = await startServer()
const outcomes: boolean[] = []
for (const scenario of scenarios.filter(({ name }) => name.includes(flags.only))) {
  for (const wire of scenario.wires) outcomes.push(await report(scenario, wire, server.url))
}
server.stop()
if (outcomes.length === 0)
  console.error(
    `No scenario is called ${flags.only}. There are: ${[...new Set(scenarios.map(({ name }) => name))].join(', ')}`,
  )
const isOver = outcomes.length === 0 || !outcomes.every(Boolean)
if (isOver && (flags.gate || outcomes.length === 0)) process.exitCode = 1
