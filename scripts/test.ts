// Builds what tests of the built packages need, runs all tests, and says in the last lines what was skipped and why.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromiumPath } from '../vitest.shared.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** One per file; times in milliseconds since the epoch. */
  testResults: { name: string; startTime: number; endTime: number }[]
}

const root = fileURLToPath(new URL('..', import.meta.url))

function run(command: string, args: readonly string[]): number {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1
}

function runTests(args: readonly string[]): { status: number; report: Report | undefined } {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-report-'))
  const file = join(folder, 'report.json')
  const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args])
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
  rmSync(folder, { recursive: true })
  return { status, report }
}

/** Where the time went: seconds in the test files of each folder. Files run side by side, so they add up to more than the clock. */
function printTimes({ testResults }: Report): void {
  const seconds = new Map<string, number>()
  for (const { name, startTime, endTime } of testResults) {
    const folder = relative(root, name).split(sep).slice(0, 2).join('/')
    seconds.set(folder, (seconds.get(folder) ?? 0) + (endTime - startTime) / 1000)
  }
  console.log('Seconds in test files:')
  for (const [folder, sum] of [...seconds].toSorted(([, a], [, b]) => b - a).slice(0, 8)) {
    console.log(`  ${folder.padEnd(30)} ${sum.toFixed(1).padStart(6)}`)
  }
}

function explainSkips(): void {
  if (chromiumPath() === undefined) {
    console.log('Skipped: the browser tests, because no Chromium was found.')
    console.log('To run them: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.')
  }
  const shared = process.env['SHARED'] ?? join(root, '..', 'shared')
  if (existsSync(join(shared, 'streams'))) return
  console.log(
    `Skipped: the tests over recorded provider streams, because ${shared} has none. SHARED names another folder.`,
  )
}

function summary({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }: Report): string {
  const skipped = numPendingTests + numTodoTests
  return `${numPassedTests} passed, ${numFailedTests} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

const built = run('turbo', ['run', 'build', '--output-logs=errors-only'])
if (built !== 0) process.exit(built)
const { status, report } = runTests(process.argv.slice(2))
if (report) printTimes(report)
explainSkips()
console.log(report ? summary(report) : 'The tests did not run to their end.')
process.exit(report ? status : status || 1)
