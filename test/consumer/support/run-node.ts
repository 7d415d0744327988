import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * What an ES module prints as JSON at its end.
 *
 * @param program the code; it imports what the project in `folder` has installed
 * @param flags for Node
 */
export async function runNode(folder: string, program: string, flags: readonly string[] = []): Promise<unknown> {
  const args = [...flags, '--input-type=module', '-e', program]
  const { stdout } = await run(process.execPath, args, { cwd: folder, timeout: 60_000 })
  return JSON.parse(stdout)
}
