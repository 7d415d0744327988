import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { serve, type TestServer } from '../../ai/test/support/serve.ts'

const run = promisify(execFile)
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const isBuilt = existsSync(path('../dist/index.d.ts'))

const data = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const usage = `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', model: 'm', choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })}\n\n`

interface Body {
  messages: { role: string }[]
  tools?: { function: { name: string } }[]
}

/** Calls the first tool there is, once, then answers. */
function answerTo({ messages, tools = [] }: Body): string {
  const [tool] = tools
  if (!tool || messages.at(-1)?.role === 'tool')
    return `${data({ content: 'Hello.' })}${data({}, 'stop')}${usage}data: [DONE]\n\n`
  const { name } = tool.function
  const args = name === 'calculator' ? '{"a":1,"b":2}' : '{"city":"Rome"}'
  const call = { index: 0, id: 'c1', type: 'function', function: { name, arguments: args } }
  return `${data({ tool_calls: [call] })}${data({}, 'tool_calls')}${usage}data: [DONE]\n\n`
}

// The samples stand in samples.ts as the document has them, against the built package and the official client.
describe.runIf(isBuilt)('the samples of the document', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await serve(({ json }) => ({ body: answerTo(json as Body) }))
  })
  afterAll(() => server.close())

  it('compile under strict', { timeout: 60_000 }, async () => {
    const tsc = path('../node_modules/.bin/tsc')
    const { stdout } = await run(tsc, ['-p', path('./samples')]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })

  it('run', async () => {
    const { stdout } = await run(process.execPath, [path('./samples/samples.ts')], {
      env: { ...process.env, BASE_URL: `${server.url}/v1` },
    })
    expect(stdout.trim().split('\n')).toEqual([
      'system completed You are an AI assistant.',
      'user completed Hello.',
      'assistant completed Hello.',
      'roles system user assistant tool function',
      'weather The weather in Rome today is sunny, 22°C.',
      'sum 3',
      'refused onBeforeSend: This content is not allowed.',
      'rejected Tool "rm" is rejected.',
      'unknown Tool "get_weather" is unavailable.',
      'heard before-send open chunk chunk-parsed parsed finally tool-call sub-agent-start sub-agent-end',
      'total 45 prompt 10',
      'aborted',
    ])
  })
})
