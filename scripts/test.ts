// Builds what tests of the built packages need, runs all tests, and says in the last lines what was skipped and why.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { chromiumPath } from '../vitest.shared.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
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
explainSkips()
console.log(report ? summary(report) : 'The tests did not run to their end.')
process.exit(report ? status : status || 1)
