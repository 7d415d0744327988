import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const command = join(import.meta.dirname, '../../cli/play.ts')

/** Runs the command as its users do. */
function play(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=@dreb/source', command, ...args], (error, output, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output, errors })
    })
  })
}

const product = `

> What is 1234 times 5678?

→ calculate {"expression":"1234 * 5678"}
  (72 in, 18 out, 0 cached)
← calculate: 7006652
1234 × 5678 = **7,006,652**.
  (104 in, 15 out, 0 cached)
`

describe('pnpm play', () => {
  it.each(['agent-core', 'agents-core'])('prints a run of %s', async (agent) => {
    const ran = await play('--fixture', 'one-tool-call', '--agent', agent, '--speed', 'max')
    expect({ ...ran, output: ran.output.split('\n').toSorted() }).toEqual({
      code: 0,
      output: product.split('\n').toSorted(),
      errors: '',
    })
  })

  it('prints events as JSON, one per line', async () => {
    const { code, output } = await play('--fixture', 'text-chinese', '--speed', 'max', '--json')
    const events = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string })
    expect(code).toBe(0)
    expect(events[0]).toEqual({ at: 0, name: 'agent_start', detail: 'made-chat' })
    expect(events.at(-1)?.name).toBe('agent_end')
  })

  it('says why a run failed, and exits with 1', async () => {
    const { code, errors } = await play('--fixture', 'refusal', '--speed', 'max')
    expect(code).toBe(1)
    expect(errors).toContain("The run failed: I can't help with deceiving someone")
  })

  it('ends quietly when nobody reads on', async () => {
    const child = spawn(process.execPath, ['--conditions=@dreb/source', command, '--speed', '20', '--json'])
    let errors = ''
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(errors).toBe('')
  })

  it('lists the recordings', async () => {
    const { code, output } = await play('--list')
    expect(code).toBe(0)
    expect(output).toMatch(/^openai-completions\/weather +A whole conversation/)
  })

  it.each([
    [['--fixture', 'whether'], 'Fixture `whether` not found; there are: openai-completions/weather'],
    [['--agent', 'secret'], 'Agent `secret` not found; there are: agent-core, agents-core'],
    [['--speed', 'fast'], '--speed takes a number above 0, or max; not `fast`'],
    [['--fixtures'], "Unknown option '--fixtures'"],
  ])('with %j says what is wrong, and exits with 1', async (args, problem) => {
    const { code, errors } = await play(...args)
    expect(code).toBe(1)
    expect(errors).toContain(problem)
  })
})
