import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

const command = join(import.meta.dirname, '../serve.ts')
const running: ChildProcess[] = []
const servers: Server[] = []

function start(...args: string[]): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [command, ...args])
  running.push(child)
  let text = ''
  child.stdout?.on('data', (data: Buffer) => (text += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (text += data.toString()))
  return { child, said: () => text }
}

/** Takes a port, if nobody has it already. */
async function occupy(port: number): Promise<number> {
  const server = createServer()
  servers.push(server)
  server.listen(port, '127.0.0.1')
  await Promise.race([once(server, 'listening'), once(server, 'error')])
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

async function urlOf({ child, said }: ReturnType<typeof start>): Promise<string> {
  for (;;) {
    const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(said())?.[0]
    if (url) return url
    if (child.exitCode !== null) throw new Error(`It ended: ${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) server.close()
})

describe('pnpm start', () => {
  it('serves the page on a free port when the default is taken, and ends with Ctrl-C', async () => {
    await occupy(5173)
    const started = start()
    const url = await urlOf(started)
    expect(new URL(url).port).not.toBe('5173')
    const page = await fetch(url)
    expect(await page.text()).toContain('<div id="root"></div>')
    started.child.kill('SIGINT')
    const [code] = (await once(started.child, 'exit')) as [number]
    expect(code).toBe(0)
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('says so when the port it was given is taken', async () => {
    const port = await occupy(0)
    const { child, said } = start('--port', String(port))
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(said()).toContain(`Port ${port} is in use; choose another`)
  })

  it.each([
    [['--port', 'high'], 'not `high`'],
    [['--port', '70000'], 'not `70000`'],
    [['--prot', '1'], "Unknown option '--prot'"],
  ])('with %j says what is wrong, and exits with 1', async (args, problem) => {
    const { child, said } = start(...args)
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(1)
    expect(said()).toContain(problem)
  })
})
