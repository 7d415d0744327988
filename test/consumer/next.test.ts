// Case turbopack-resolves-the-optional-package (decision 62): Next.js 16 on our packages as users install them.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { chromiumArgs, chromiumPath } from '../../vitest.shared.ts'
import { startModelServer } from './support/model-server.ts'

const consumer = inject('consumer')
const app = join(consumer, 'next')
const next = join(consumer, 'node_modules', 'next', 'dist', 'bin', 'next')
const executablePath = chromiumPath()

let model: { baseUrl: string; server: Server }
const running: ChildProcess[] = []

beforeAll(async () => void (model = await startModelServer()))
afterAll(() => {
  model.server.close()
  for (const child of running) child.kill()
})

function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _ofTheTestRunner, ...env } = process.env
  return { ...env, NEXT_TELEMETRY_DISABLED: '1', MODEL_SERVER: model.baseUrl }
}

/** Starts `next start` or `next dev` on a port of its choice, and gives its address once it listens. */
async function serve(command: 'start' | 'dev'): Promise<string> {
  const child = spawn(process.execPath, [next, command, '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: app,
    env: environment(),
  })
  running.push(child)
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (bytes: Buffer): void => {
      output += bytes.toString()
      const [, address] = /Local:\s+(http:\S+)/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', () => reject(new Error(`next ${command} ended:\n${output}`)))
  })
}

async function ask(site: string, route: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${site}/api/${route}?server=${encodeURIComponent(model.baseUrl)}`)
  return { status: response.status, text: await response.text() }
}

/** What the client component shows after a click: its agent asks the model through the proxy route. */
async function clickInPage(site: string): Promise<{ text: string | null; errors: string[] }> {
  const browser = await chromium.launch({
    executablePath: executablePath ?? '',
    chromiumSandbox: false,
    args: chromiumArgs,
  })
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(site)
  await page.getByRole('button').click()
  await page.locator('output:not(:empty)').waitFor()
  const text = await page.locator('output').textContent()
  await browser.close()
  return { text, errors }
}

const everyPackageSaysOk = { status: 200, text: 'ai: ok\nagent-core: ok\nagents-core: ok\n' }

it('the project has no optional package', () => {
  expect(existsSync(join(consumer, 'node_modules', '.pnpm', 'node_modules', '@aws-sdk'))).toBe(false)
})

describe('next build, with Turbopack', () => {
  let site: string

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, [next, 'build'], { cwd: app, env: environment() })
    site = await serve('start')
  }, 300_000)

  it.each(['node', 'edge'])('builds a %s route that streams with every package', async (route) => {
    expect(await ask(site, route)).toEqual(everyPackageSaysOk)
  })

  it('builds a page', async () => {
    const response = await fetch(site)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('dreb in Next.js')])
  })

  it.runIf(executablePath !== undefined)('builds a client component that asks through the proxy', async () => {
    expect(await clickInPage(site)).toEqual({ text: 'ok', errors: [] })
  })
})

describe('next dev, with Turbopack', () => {
  it('answers from a node route', async () => {
    expect(await ask(await serve('dev'), 'node')).toEqual(everyPackageSaysOk)
  }, 120_000)
})
