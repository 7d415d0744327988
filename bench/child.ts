// One contender at one scenario, alone in this process. Prints its measures as JSON, or why there are none.
import type { Contender, Reader } from './contenders/contender.ts'
import { type Measure, measure } from './measure.ts'
import type { Scenario } from './scenarios.ts'
import { expectedTally, parsePlay, type Tally } from './task.ts'
import type { Wire } from './wire.ts'

/** What the process is told, as JSON in its first argument. */
export interface Job extends Pick<Scenario, 'work' | 'plays' | 'warmUp'> {
  contender: string
  wire: Wire
  server: string
}

const crowd = 200

type Run = (play: string, onTurn: () => void) => Promise<void>

function runnerOf(reader: Reader, { work, server }: Job): Run {
  return async (play, onTurn) => {
    const tally: Tally = { text: 0, args: 0 }
    const times = work === 'crowd' ? crowd : 1
    const one = () => runOnce(reader, work, { url: `${server}/${play}`, tally, onTurn })
    await Promise.all(Array.from({ length: times }, one))
    check(play, tally, times)
  }
}

/** A conversation where one is wanted and the contender has them; else one answer. */
async function runOnce(
  reader: Reader,
  work: Job['work'],
  { url, tally, onTurn }: { url: string; tally: Tally; onTurn: () => void },
): Promise<void> {
  if (reader.converse && (work !== 'ask' || !reader.ask)) return reader.converse(url, tally, onTurn)
  if (!reader.ask) throw new Error('This contender reads nothing')
  return reader.ask(url, tally)
}

/** A fast result must be a right one. */
function check(play: string, { text, args }: Tally, times: number): void {
  const want = expectedTally(parsePlay(play))
  const isRight = text === want.text * times && args === want.args * times
  if (!isRight)
    throw new Error(`${play}: read ${text}/${args} characters, not ${want.text * times}/${want.args * times}`)
}

async function measureAll(job: Job): Promise<Measure[]> {
  const { contender } = (await import(`./contenders/${job.contender}.ts`)) as { contender: Contender }
  if (job.work === 'start') return measureStart(contender, job)
  const run = runnerOf(await contender.load(job.wire), job)
  await run(job.warmUp, () => {})
  const measures: Measure[] = []
  for (const play of job.plays) measures.push(await measure((onTurn) => run(play, onTurn)))
  return measures
}

/** First loading alone, then loading and a first answer. */
async function measureStart(contender: Contender, job: Job): Promise<Measure[]> {
  let reader: Reader = {}
  const loading = await measure(async () => {
    reader = await contender.load(job.wire)
  })
  const answering = await measure((onTurn) => runnerOf(reader, job)(job.plays[0] ?? '', onTurn))
  return [loading, { ...answering, cpu: loading.cpu + answering.cpu }]
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job
const result = await measureAll(job).catch((error: unknown) => String(error))
console.log(JSON.stringify(result))
process.exit(0)
