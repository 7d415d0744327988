import { ambientCredentials, readEnv } from '../../auth/environment.ts'
import { findAwsCredentials } from './aws-credentials.ts'
import type { AwsCredentials, BedrockOptions } from './options.ts'

/** How a request shows who sends it. */
export type AwsAuth =
  | { kind: 'bearer'; token: string }
  | { kind: 'keys'; credentials: AwsCredentials }
  /** The endpoint needs nothing, or a proxy adds it. */
  | { kind: 'none' }

/**
 * The identity of a request: the options, then the environment, then what the AWS SDK finds.
 *
 * @throws AIError `missing_key` when there is none
 */
export async function awsAuthOf({ apiKey, credentials, profile }: BedrockOptions): Promise<AwsAuth> {
  if (apiKey && apiKey !== ambientCredentials) return { kind: 'bearer', token: apiKey }
  if (credentials) return { kind: 'keys', credentials }
  if (profile !== undefined) return { kind: 'keys', credentials: await findAwsCredentials(profile) }
  return authOfEnvironment() ?? { kind: 'keys', credentials: await findAwsCredentials(readEnv('AWS_PROFILE')) }
}

function authOfEnvironment(): AwsAuth | undefined {
  if (readEnv('AWS_BEDROCK_SKIP_AUTH') === '1') return { kind: 'none' }
  const token = readEnv('AWS_BEARER_TOKEN_BEDROCK')
  if (token) return { kind: 'bearer', token }
  // A profile that was chosen wins over keys in the environment, as in the AWS SDKs.
  const accessKeyId = readEnv('AWS_PROFILE') ? undefined : readEnv('AWS_ACCESS_KEY_ID')
  const secretAccessKey = readEnv('AWS_SECRET_ACCESS_KEY')
  if (!accessKeyId || !secretAccessKey) return undefined
  const sessionToken = readEnv('AWS_SESSION_TOKEN')
  return { kind: 'keys', credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }
}
