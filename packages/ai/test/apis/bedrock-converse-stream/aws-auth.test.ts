import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { awsAuthOf } from '#src/apis/bedrock-converse-stream/aws-auth.ts'
import { findAwsCredentials } from '#src/apis/bedrock-converse-stream/aws-credentials.ts'

const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret' }
const variables = [
  'AWS_BEARER_TOKEN_BEDROCK',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_BEDROCK_SKIP_AUTH',
]

function setEnv(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
}

beforeEach(() => setEnv(Object.fromEntries(variables.map((name) => [name, '']))))
afterEach(() => void vi.unstubAllEnvs())

describe('awsAuthOf', () => {
  it('takes the key of the options before everything', async () => {
    setEnv({ AWS_BEARER_TOKEN_BEDROCK: 'env' })
    expect(await awsAuthOf({ apiKey: 'key', credentials: keys })).toEqual({ kind: 'bearer', token: 'key' })
  })

  it('takes the credentials of the options before the environment', async () => {
    setEnv({ AWS_BEARER_TOKEN_BEDROCK: 'env' })
    expect(await awsAuthOf({ credentials: keys })).toEqual({ kind: 'keys', credentials: keys })
  })

  it('reads the bearer key, then the key pair of the environment', async () => {
    setEnv({ AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'session' })
    const pair = { kind: 'keys', credentials: { ...keys, sessionToken: 'session' } }
    expect(await awsAuthOf({})).toEqual(pair)
    setEnv({ AWS_BEARER_TOKEN_BEDROCK: 'bearer' })
    expect(await awsAuthOf({})).toEqual({ kind: 'bearer', token: 'bearer' })
  })

  it('does not take the mark of getEnvApiKey for a key', async () => {
    setEnv({ AWS_BEARER_TOKEN_BEDROCK: 'bearer' })
    expect(await awsAuthOf({ apiKey: '<authenticated>' })).toEqual({ kind: 'bearer', token: 'bearer' })
  })

  it('shows nothing where AWS_BEDROCK_SKIP_AUTH says so', async () => {
    setEnv({ AWS_BEDROCK_SKIP_AUTH: '1' })
    expect(await awsAuthOf({})).toEqual({ kind: 'none' })
  })
})

// In a process of its own: what the test runner does to the resolution of modules is not what Node does.
async function inNode(expression: string, env: Record<string, string>): Promise<unknown> {
  const url = new URL('../../../src/apis/bedrock-converse-stream/aws-auth.ts', import.meta.url).href
  const script = `const { awsAuthOf } = await import('${url}'); console.log(JSON.stringify(await ${expression}.catch(String)))`
  const none = Object.fromEntries(variables.map((name) => [name, '']))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...none, ...env },
  })
  return JSON.parse(stdout)
}

describe('credentials that the AWS SDK finds', () => {
  let folder: string
  let env: Record<string, string>
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aws-'))
    writeFileSync(join(folder, 'credentials'), '[work]\naws_access_key_id = AKID\naws_secret_access_key = secret\n')
    writeFileSync(join(folder, 'config'), '')
    const files = { AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'), AWS_CONFIG_FILE: join(folder, 'config') }
    env = { ...files, AWS_EC2_METADATA_DISABLED: 'true' }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('come from the profile of the options', async () => {
    expect(await inNode(`awsAuthOf({ profile: 'work' })`, env)).toMatchObject({ kind: 'keys', credentials: keys })
  })

  it('come from the profile of the environment, before keys that lie around', async () => {
    const chosen = { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'other', AWS_SECRET_ACCESS_KEY: 'other' }
    expect(await inNode('awsAuthOf({})', { ...env, ...chosen })).toMatchObject({ kind: 'keys', credentials: keys })
  })

  it('name the profile in which nothing was found', async () => {
    expect(await inNode(`awsAuthOf({ profile: 'missing' })`, env)).toMatch(
      /^AIError: No AWS credentials found in the profile missing \(.+\)\. Set AWS_BEARER_TOKEN_BEDROCK, or/,
    )
  })

  it('need a package, which is named when it is not installed', async () => {
    const load = () => Promise.reject(new Error("Cannot find package '@aws-sdk/credential-providers'"))
    await expect(findAwsCredentials('none', load)).rejects.toMatchObject({
      code: 'missing_key',
      message:
        'No API key for provider: amazon-bedrock. Set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and ' +
        'AWS_SECRET_ACCESS_KEY; for profiles, containers and web identity install @aws-sdk/credential-providers.',
    })
  })

  it('are asked for anew after a failure', async () => {
    const load = () => Promise.reject(new Error('not yet'))
    await expect(findAwsCredentials('later', load)).rejects.toMatchObject({ code: 'missing_key' })
    const loaded = () => Promise.resolve({ fromNodeProviderChain: () => () => Promise.resolve(keys) })
    expect(await findAwsCredentials('later', loaded)).toEqual(keys)
  })
})
