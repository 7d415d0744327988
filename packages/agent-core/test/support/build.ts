import { execFile } from 'node:child_process'
import { mkdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const lock = join(tmpdir(), `agent-core-build-${process.ppid}`)
const patienceMs = 100_000

/** Builds the package, if it is not up to date. Test files run at the same time: one builds, the others wait. */
export async function buildPackage(): Promise<void> {
  const start = performance.now()
  while (!acquire() && performance.now() - start < patienceMs) await new Promise((resolve) => setTimeout(resolve, 100))
  try {
    await new Promise((resolve) =>
      execFile(join(root, 'node_modules/.bin/tsc'), ['-b', 'packages/agent-core'], { cwd: root }, resolve),
    )
  } finally {
    release()
  }
}

function acquire(): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

function release(): void {
  try {
    rmdirSync(lock)
  } catch {
    // Somebody lost patience, and has released it.
  }
}
