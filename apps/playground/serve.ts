import { parseArgs } from 'node:util'

import { build, preview, type PreviewServer } from 'vite'

import { isBuilt } from './is-built.ts'

const root = import.meta.dirname
const host = '127.0.0.1'
const defaultPort = 5173

const usage = `Serves the playground on ${host}.

  --port <number>   instead of ${defaultPort}, or a free one if that is taken
  --help            shows this`

/** What the command line asks for. Without a port, any free one near the default will do. */
interface Arguments {
  port: number | undefined
  help: boolean
}

function readArguments(args: string[]): Arguments {
  const options = { port: { type: 'string' }, help: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ args: args.filter((arg) => arg !== '--'), options })
  return { port: values.port === undefined ? undefined : readPort(values.port), help: values.help }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`--port takes a number from 0 to 65535, not \`${text}\``)
}

async function serve(port: number | undefined): Promise<PreviewServer> {
  const strictPort = port !== undefined && port !== 0
  try {
    return await preview({ root, logLevel: 'warn', preview: { host, port: port ?? defaultPort, strictPort } })
  } catch (error) {
    if (!(error instanceof Error) || !/already in use/.test(error.message)) throw error
    throw new Error(`Port ${port} is in use; choose another, or leave out --port to get a free one`, { cause: error })
  }
}

async function main(): Promise<void> {
  const { port, help } = readArguments(process.argv.slice(2))
  if (help) return console.log(usage)
  if (!(await isBuilt(root))) {
    console.log('Building the playground …')
    await build({ root, logLevel: 'warn' })
  }
  const server = await serve(port)
  console.log(`Playground: ${server.resolvedUrls?.local[0]}\nCtrl-C ends it.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('See --help.')
  process.exitCode = 1
}
