import { loadCredentialProviders } from '#aws-credential-providers'

import { AIError, errorText } from '../../errors/ai-error.ts'
import type { AwsCredentials } from './options.ts'

/** What we use of `@aws-sdk/credential-providers`. */
export interface CredentialProviders {
  /** Looks where AWS tools look: environment, profiles, single sign-on, web identity, containers, instance metadata. */
  fromNodeProviderChain(options: { profile?: string }): () => Promise<AwsCredentials>
}

// By way of `imports` in package.json: bundles for browsers and edges get a stand-in, and no bundler resolves the package.
const loadPackage = () => loadCredentialProviders() as Promise<CredentialProviders>

/** By profile. A chain remembers its keys and gets new ones before they expire. */
const chains = new Map<string | undefined, Promise<() => Promise<AwsCredentials>>>()

/**
 * The keys that the AWS SDK finds on this machine.
 *
 * @param load gives the optional package; replaced in tests.
 * @throws AIError `missing_key` when the package is not installed, or finds nothing
 */
export async function findAwsCredentials(profile: string | undefined, load = loadPackage): Promise<AwsCredentials> {
  const chain = chains.get(profile) ?? makeChain(profile, load)
  chains.set(profile, chain)
  try {
    return await (
      await chain
    )()
  } catch (error) {
    chains.delete(profile)
    throw AIError.is(error) ? error : nothingFound(profile, error)
  }
}

async function makeChain(
  profile: string | undefined,
  load: typeof loadPackage,
): Promise<() => Promise<AwsCredentials>> {
  const providers = await load().catch((error: unknown) => {
    throw notInstalled(error)
  })
  return providers.fromNodeProviderChain(profile === undefined ? {} : { profile })
}

const keysHint = 'Set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'

function notInstalled(cause: unknown): AIError {
  const text = `No API key for provider: amazon-bedrock. ${keysHint}; for profiles, containers and web identity install @aws-sdk/credential-providers.`
  return new AIError('missing_key', text, { provider: 'amazon-bedrock', cause })
}

function nothingFound(profile: string | undefined, cause: unknown): AIError {
  const where = profile === undefined ? '' : ` in the profile ${profile}`
  const reason = ` (${errorText(cause)})`
  return new AIError('missing_key', `No AWS credentials found${where}${reason}. ${keysHint}.`, {
    provider: 'amazon-bedrock',
    cause,
  })
}
