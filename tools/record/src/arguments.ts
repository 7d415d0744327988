import { parseArgs } from 'node:util'

/** What the command line asks for. */
export type RecordArguments = { kind: 'help' } | RecordCommand

/** Hold a conversation and keep what came over the wire. */
export interface RecordCommand {
  kind: 'record'
  /** Short name; the wire format is put before it. */
  name: string
  title: string
  provider: string
  model: string
  /** Another server than the provider's own. */
  baseUrl: string | undefined
  api: RecordedApi
  prompts: string[]
  systemPrompt: string | undefined
  /** File with tools and what they answer. */
  tools: string | undefined
  /** Texts to strike out, besides the key. */
  secrets: string[]
  isForced: boolean
  /** Folder of the fixtures package, if not that of this repository. */
  into: string | undefined
}

/** The wire formats that fixtures are in. */
export const recordedApis = ['openai-completions', 'anthropic-messages'] as const
type RecordedApi = (typeof recordedApis)[number]

/** How to use the command. */
export const usage = `Records a conversation with a live or local model as a fixture.

  --name <name>        short name of the recording, e.g. weather
  --prompt <text>      what the user says; repeat it for a longer conversation
  --model <id>         model to ask
  --provider <name>    whose model it is, default openai; its key is read from the environment
  --base-url <url>     another server, e.g. http://127.0.0.1:8080/v1
  --api <format>       ${recordedApis.join(' or ')}; needed with --base-url, default ${recordedApis[0]}
  --system <text>      system prompt
  --tools <file>       JSON: [{ "name", "description", "parameters", "answer" }]
  --title <text>       title in the playground, default the name
  --secret <text>      text to strike out, besides the key; repeat it as needed
  --force              replaces a recording of the same name
  --into <folder>      fixtures package to write to, default that of this repository
  --help               shows this`

const options = {
  name: { type: 'string' },
  prompt: { type: 'string', multiple: true },
  model: { type: 'string' },
  provider: { type: 'string', default: 'openai' },
  'base-url': { type: 'string' },
  api: { type: 'string', default: recordedApis[0] },
  system: { type: 'string' },
  tools: { type: 'string' },
  title: { type: 'string' },
  secret: { type: 'string', multiple: true },
  force: { type: 'boolean', default: false },
  into: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/**
 * Reads the arguments of the command.
 *
 * @throws Error that says what is wrong with them.
 */
export function readArguments(args: readonly string[]): RecordArguments {
  // pnpm passes the separator on.
  const { values } = parseArgs({ args: args.filter((arg) => arg !== '--'), options })
  if (values.help) return { kind: 'help' }
  const name = readName(required('--name', values.name))
  if (!values.prompt) throw new Error('--prompt is missing: what should the user say?')
  return {
    kind: 'record',
    name,
    title: values.title ?? name,
    provider: values.provider,
    model: required('--model', values.model),
    baseUrl: values['base-url'] === undefined ? undefined : readUrl(values['base-url']),
    api: readApi(values.api),
    prompts: values.prompt,
    systemPrompt: values.system,
    tools: values.tools,
    secrets: values.secret ?? [],
    isForced: values.force,
    into: values.into,
  }
}

function required(option: string, value: string | undefined): string {
  if (value !== undefined && value !== '') return value
  throw new Error(`${option} is missing`)
}

function readName(name: string): string {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name
  throw new Error(`--name takes small letters, digits and hyphens, e.g. one-tool-call; not \`${name}\``)
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new Error(`--base-url takes an address such as http://127.0.0.1:8080/v1, not \`${text}\``)
}

function readApi(text: string): RecordedApi {
  const api = recordedApis.find((one) => one === text)
  if (api) return api
  throw new Error(`--api takes ${recordedApis.join(' or ')}, not \`${text}\``)
}
