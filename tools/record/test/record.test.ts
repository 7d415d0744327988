import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Fixture, load } from '@dreb/fixtures'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const command = join(import.meta.dirname, '../src/record.ts')
const key = 'key-that-must-not-be-kept'

interface Ran {
  code: number
  output: string
  errors: string
}

/** Runs the command as its users do. */
function record(...args: string[]): Promise<Ran> {
  const env = { ...process.env, OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=@dreb/source', command, ...args], { env }, (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}

/** A server that answers from a recording, and echoes the key it was sent, as careless servers do. */
async function serve(fixture: Fixture): Promise<{ server: Server; url: string }> {
  const exchanges = [...fixture.exchanges]
  const server = createServer((request, response) => {
    const { status = 500, headers = {}, chunks = [] } = exchanges.shift()?.response ?? {}
    request.resume()
    response.writeHead(status, { ...headers, 'x-echo': request.headers.authorization ?? '' })
    response.write(`: ${request.headers.authorization} ${String(request.headers['x-api-key'])}\n\n`)
    for (const { text } of chunks) response.write(text)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { server, url: `http://127.0.0.1:${address.port}` }
}

describe('pnpm record', () => {
  let folder: string
  let server: Server | undefined

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'record-'))
  })

  afterEach(async () => {
    server?.close()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['openai-completions', '/v1', '/v1/chat/completions'],
    ['anthropic-messages', '', '/v1/messages'],
  ] as const)('records a tool conversation over %s, without the key', async (api, path, endpoint) => {
    const story = load(`${api}/one-tool-call`)
    const served = await serve(story)
    server = served.server
    const tools = join(folder, 'tools.json')
    await writeFile(tools, JSON.stringify(story.tools.map((tool) => ({ ...tool, answer: '7006652' }))))
    const where = ['--into', folder, '--base-url', `${served.url}${path}`, '--api', api]
    const who = ['--provider', api === 'openai-completions' ? 'openai' : 'anthropic', '--model', 'some-model']
    const ran = await record(
      ...where,
      ...who,
      '--name',
      'product',
      '--prompt',
      story.prompts[0] ?? '',
      '--tools',
      tools,
    )
    expect(ran).toEqual({ code: 0, output: `Recorded: ${join(folder, 'recordings', api, 'product.ts')}\n`, errors: '' })

    const text = await readFile(join(folder, 'recordings', api, 'product.ts'), 'utf8')
    expect(text).not.toContain(key)
    const fixture = JSON.parse(text.slice(text.indexOf('= {') + 2)) as Fixture
    expect(fixture).toMatchObject({ name: `${api}/product`, source: { kind: 'recorded' }, prompts: story.prompts })
    expect(fixture.exchanges.map(({ request }) => request.url)).toEqual([endpoint, endpoint])
    expect(fixture.tools[0]?.results).toEqual({ call_product: { text: '7006652', afterMs: 300 } })
    expect(bodyOf(fixture).replaceAll(/^: .*\n\n/gm, '')).toBe(bodyOf(story))
    expect(await readFile(join(folder, 'src/recorded/index.ts'), 'utf8').catch(() => 'none')).toContain(
      `${api}/product.ts`,
    )
  })

  it('replaces a recording only when it is told to', async () => {
    const twice = load('text-chinese')
    const served = await serve({ ...twice, exchanges: [...twice.exchanges, ...twice.exchanges] })
    server = served.server
    const args = ['--into', folder, '--base-url', `${served.url}/v1`, '--name', 'a', '--prompt', 'x', '--model', 'm']
    expect((await record(...args)).code).toBe(0)
    const again = await record(...args)
    expect(again.code).toBe(1)
    expect(again.errors).toContain('There is a recording openai-completions/a already')
    expect((await record(...args, '--force')).code).toBe(0)
  })

  it.each([
    [['--prompt', 'x', '--model', 'm'], '--name is missing'],
    [['--name', 'a', '--model', 'm'], '--prompt is missing'],
    [['--name', 'a', '--prompt', 'x'], '--model is missing'],
    [['--name', '../a', '--prompt', 'x', '--model', 'm'], 'not `../a`'],
    [['--name', 'a', '--prompt', 'x', '--model', 'm', '--base-url', 'nowhere'], 'not `nowhere`'],
    [['--name', 'a', '--prompt', 'x', '--model', 'no-such-model'], 'Unknown model "no-such-model"'],
    [['--name', 'a', '--prompt', 'x', '--model', 'm', '--base-url', 'http://127.0.0.1:9'], 'openai did not answer'],
  ])('with %j says what is wrong, and writes nothing', async (args, problem) => {
    const { code, errors } = await record('--into', folder, ...args)
    expect(code).toBe(1)
    expect(errors).toContain(problem)
    await expect(readFile(join(folder, 'src/recorded/index.ts'))).rejects.toThrow('ENOENT')
  })
})

function bodyOf({ exchanges }: Fixture): string {
  return exchanges.flatMap(({ response }) => response.chunks.map(({ text }) => text)).join('')
}
