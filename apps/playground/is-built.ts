import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What the page is made of, as seen from its folder. */
const sources = ['index.html', 'vite.config.ts', 'src/**/*', '../../packages/*/src/**/*', '../../pnpm-lock.yaml']

/** Whether the built page is there, and newer than everything it is made of. */
export async function isBuilt(root: string): Promise<boolean> {
  const built = await changedAt(join(root, 'dist/index.html'))
  if (built === 0) return false
  for await (const path of glob(sources, { cwd: root })) {
    if ((await changedAt(join(root, path))) > built) return false
  }
  return true
}

/** Milliseconds since 1970; 0 for a file that is not there. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
