import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { bundleForBrowser } from '../../../scripts/bundle.ts'

const isBuilt = existsSync(fileURLToPath(new URL('../dist/index.js', import.meta.url)))

describe.runIf(isBuilt)('the built agent in a browser bundle, without the client', () => {
  it('is at most 22 KB gzipped without its lazy validator, and reaches no module of Node', async () => {
    const program = `
      import { Agent, CallbackTool, Message } from '@ai-zen/agents-core'
      export const start = (client, tool) => new Agent({ client, model: 'm', messages: [Message.System('x')], tools: [new CallbackTool(tool)] })`
    const { entry, all, nodeModules } = await bundleForBrowser(program, 'packages/agents-core')
    expect(entry).toBeLessThanOrEqual(22 * 1024)
    expect(all).toBeLessThanOrEqual(36 * 1024)
    expect(nodeModules).toEqual([])
  })
})
