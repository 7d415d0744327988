import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { createProxyHandler } from '@dreb/ai/proxy'
import { scriptedModel, scriptedStream } from '@dreb/ai/testing'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type * as AgentCore from '#src/index.ts'

import { chromiumArgs, chromiumPath } from '../../../vitest.shared.ts'
import { listen, nodeServer, type RunningServer } from '../../ai/test/proxy/node-server.ts'
import { buildPackage } from './support/build.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const executablePath = chromiumPath()

/** Where a page finds what it imports: our built packages, and the one dependency that a client of the proxy loads. */
const imports = {
  '@dreb/agent-core': '/packages/agent-core/dist/index.js',
  '@dreb/ai': '/packages/ai/dist/index.js',
  '@dreb/ai/profiles': '/packages/ai/dist/profiles.js',
  '@dreb/ai/proxy': '/packages/ai/dist/proxy.js',
  'eventsource-parser': '/node_modules/eventsource-parser/dist/index.js',
}
const page = `<!doctype html><title>proxy</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">globalThis.agentCore = await import('@dreb/agent-core')</script>`

/** Serves the page and the files of the repository. */
function pages() {
  return createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    const type = extname(path) === '.js' ? 'text/javascript' : 'application/json'
    readFile(join(root, path)).then(
      (file) => response.writeHead(200, { 'content-type': type }).end(file),
      () => response.writeHead(404).end(),
    )
  })
}

interface PageInput {
  proxyUrl: string
  authToken: string
  model: object
  /** Abort at the first piece of text. */
  aborts?: boolean
}

/** Runs in the page: an agent of the built package, whose model is behind the proxy. */
async function promptInPage({ proxyUrl, authToken, model, aborts }: PageInput) {
  const { Agent, streamProxy } = (globalThis as unknown as { agentCore: typeof AgentCore }).agentCore
  const agent = new Agent({
    streamFn: (asked, context, options) =>
      streamProxy(asked, context, { ...options, proxyUrl, authToken, maxRetries: 0 }),
    streamRetries: 0,
    initialState: { model: model as never },
  })
  let text = ''
  agent.subscribe((event) => {
    if (event.type !== 'message_update' || event.assistantMessageEvent.type !== 'text_delta') return
    text += event.assistantMessageEvent.delta
    if (aborts) agent.abort()
  })
  await agent.prompt('Hello')
  const answer = agent.state.messages.at(-1)
  return { text, error: agent.state.error, stopReason: answer?.role === 'assistant' ? answer.stopReason : undefined }
}

describe.runIf(executablePath !== undefined)('a proxy and an agent in Chromium, from another origin', () => {
  let browser: Browser
  let site: RunningServer

  beforeAll(async () => {
    await buildPackage()
    site = await listen(pages())
    const path = executablePath ?? ''
    browser = await chromium.launch({ executablePath: path, chromiumSandbox: false, args: chromiumArgs })
  }, 120_000)
  afterAll(async () => {
    await browser.close()
    await site.close()
  })

  async function prompted(input: Partial<PageInput> = {}) {
    const model = scriptedStream({
      text: 'Hello ☕ from behind',
      pieceLength: 4,
      ...(input.aborts && { fails: 'hang' as const }),
    })
    const handle = createProxyHandler({
      models: [scriptedModel],
      authorize: (token) => token === 'good',
      allowedOrigins: [site.url],
      maxBodyBytes: 5000,
      streamFn: model,
    })
    const proxy = await listen(nodeServer(handle))
    const tab = await browser.newPage()
    const problems: string[] = []
    tab.on('pageerror', (error) => problems.push(error.message))
    await tab.goto(site.url)
    await tab.waitForFunction('globalThis.agentCore')
    const given = { proxyUrl: proxy.url, authToken: 'good', model: scriptedModel, ...input }
    const result = await tab.evaluate(promptInPage, given)
    await Promise.all([tab.close(), proxy.close()])
    expect(problems).toEqual([])
    return { ...result, requests: model.requests }
  }

  it('streams the response', async () => {
    expect(await prompted()).toMatchObject({ text: 'Hello ☕ from behind', stopReason: 'stop', error: undefined })
  })

  it('goes to the address of the server, whatever the client sends', async () => {
    const foreign = { ...scriptedModel, baseUrl: 'http://evil.example' }
    const { requests, stopReason } = await prompted({ model: foreign })
    expect([stopReason, requests[0]?.model.baseUrl]).toEqual(['stop', ''])
  })

  it.each<[string, Partial<PageInput>, string]>([
    ['wrong credentials', { authToken: 'bad' }, 'Proxy error: Not authorized'],
    ['an unknown model', { model: { ...scriptedModel, id: 'other' } }, 'Proxy error: Model not available: other'],
    ['too much', { model: { ...scriptedModel, name: 'x'.repeat(6000) } }, 'Proxy error: The request is too large'],
  ])('refuses %s', async (_name, input, error) => {
    expect(await prompted(input)).toMatchObject({ stopReason: 'error', error, requests: [] })
  })

  it('aborts the request to the provider with the page', async () => {
    const { requests, stopReason } = await prompted({ aborts: true })
    expect([stopReason, requests[0]?.options.signal?.aborted]).toEqual(['aborted', true])
  })
})
