import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { scriptedStream } from '@dreb/ai/testing'
import { expect, it } from 'vitest'

import type { Agent } from '#src/index.ts'

import { unansweredCalls } from './support/history.ts'
import { calls } from './support/staged.ts'
import { says } from './support/tools.ts'
import { textOf } from './support/trace.ts'

const guide = fileURLToPath(new URL('../../../docs/guides/context.md', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.cache/compaction/', import.meta.url))

/** The program of the guide, with a summary from a script instead of a provider, and without its prompt. */
async function agentOfTheGuide(): Promise<Agent> {
  const [, code = ''] = /^## Compaction\n+```ts\n([\s\S]*?)```/m.exec(readFileSync(guide, 'utf8')) ?? []
  const program = code
    .replace('await agent.prompt(', 'export { agent }\nexport const notRun = () => agent.prompt(')
    .replace(
      'import { completeSimple, getModel',
      "import { scriptedStream } from '@dreb/ai/testing'\nimport { getModel",
    )
    .concat(
      '\nconst completeSimple: any = (model: any, context: any) => scriptedStream("SUMMARY")(model, context).result()\n',
    )
  await mkdir(folder, { recursive: true })
  const file = `${folder}sample-${process.pid}.ts`
  await writeFile(file, program)
  return ((await import(/* @vite-ignore */ pathToFileURL(file).href)) as { agent: Agent }).agent
}

it('the compaction of the context guide shrinks one long turn (C)', async () => {
  const agent = await agentOfTheGuide()
  const most = agent.state.model.contextWindow
  const turn = (at: number) => ({
    ...calls([`t${at}`, 'read']),
    usage: { input: at % 5 === 4 ? Math.ceil(most * 0.9) : 1_000 },
  })
  const script = scriptedStream(...Array.from({ length: 20 }, (_, at) => turn(at)), 'done')
  agent.streamFn = script
  agent.setTools([says('read', 'x')])
  await agent.prompt('one long turn')
  const sizes = script.requests.map(({ context }) => context.messages.length)
  expect(agent.state.error).toBeUndefined()
  expect(Math.max(...sizes)).toBeLessThan(15)
  expect(textOf(agent.state.messages[0])).toBe('SUMMARY')
  expect(unansweredCalls(agent.state.messages)).toEqual([])
})
