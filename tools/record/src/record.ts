import { join } from 'node:path'

import { getModel, type Model } from '@dreb/ai'
import { recordFetch } from '@dreb/ai/testing'

import { readArguments, type RecordCommand, recordedApis, usage } from './arguments.ts'
import { converse } from './converse.ts'
import { toFixture } from './to-fixture.ts'
import { readTools } from './tools.ts'
import { refuseExisting, writeFixture } from './write-fixture.ts'

const ownFixtures = join(import.meta.dirname, '../../../packages/fixtures')

async function record(command: RecordCommand): Promise<string> {
  const { prompts, systemPrompt, isForced, into: fixtures = ownFixtures } = command
  const model = modelOf(command)
  const name = `${model.api}/${command.name}`
  if (!isForced) await refuseExisting(fixtures, name)
  const tools = await readTools(command.tools)
  const fetch = recordFetch({ secrets: [...command.secrets, ...environmentSecrets()] })
  const messages = await converse({ model, prompts, systemPrompt, tools, fetch })
  const recording = fetch.recording({ name, api: model.api, model: model.id })
  return writeFixture(fixtures, toFixture(recording, command, tools, messages), isForced)
}

function modelOf({ provider, model: id, baseUrl, api }: RecordCommand): Model {
  const model = baseUrl === undefined ? getModel(provider, id) : customModel(provider, id, baseUrl, api)
  if (recordedApis.some((one) => one === model.api)) return model
  // OpenAI's own models speak another format by default, and this one too.
  if (provider === 'openai') return { ...model, api: 'openai-completions' }
  throw new Error(`${provider} speaks ${model.api}; fixtures are kept in ${recordedApis.join(' and ')}`)
}

function customModel(provider: string, id: string, baseUrl: string, api: string): Model {
  const limits = { contextWindow: 32_768, maxTokens: 4096 }
  return { id, name: id, api, provider, baseUrl, reasoning: false, input: ['text'], cost: {}, ...limits }
}

/** Whatever the environment holds as a key must not be found in a recording. */
function environmentSecrets(): string[] {
  const keys = Object.entries(process.env).filter(([name]) => /(_KEY|_TOKEN|_SECRET)$/.test(name))
  return keys.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
}

async function main(): Promise<void> {
  const args = readArguments(process.argv.slice(2))
  if (args.kind === 'help') return console.log(usage)
  console.log(`Recorded: ${await record(args)}`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('See --help.')
  process.exitCode = 1
}
