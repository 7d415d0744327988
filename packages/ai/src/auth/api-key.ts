import { AIError } from '../errors/ai-error.ts'
import type { Model } from '../message/model.ts'
import { ambientCredentials, apiKeyVariables, getEnvApiKey, takesAmbientCredentials } from './environment.ts'

/**
 * The key to send with a request: the caller's, else the environment's. Undefined means that none is to be sent: the
 * server is on this machine or in a private network, the provider is not one of ours, or it has credentials of another
 * sort (Bedrock, Vertex).
 *
 * @throws AIError `missing_key`, naming the variable to set
 */
export function requireApiKey(
  model: Pick<Model, 'provider' | 'baseUrl'>,
  { apiKey }: { apiKey?: string },
): string | undefined {
  const key = apiKey || getEnvApiKey(model.provider)
  if (key !== undefined) return key === ambientCredentials ? undefined : key
  if (needsNoKey(model)) return undefined
  const names = apiKeyVariables(model.provider).map((name) => `$${name}`)
  const message = `No API key for provider: ${model.provider}. Pass options.apiKey or set ${names.join(' or ')}.`
  throw new AIError('missing_key', message, { provider: model.provider })
}

function needsNoKey({ provider, baseUrl }: Pick<Model, 'provider' | 'baseUrl'>): boolean {
  return apiKeyVariables(provider).length === 0 || takesAmbientCredentials(provider) || isPrivateUrl(baseUrl)
}

/** Whether a server is on this machine or in a private network: such servers seldom ask for a key. */
export function isPrivateUrl(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : ''
  if (host === '') return false
  if (host.startsWith('[')) return isPrivateIPv6(host.slice(1, -1))
  const bytes = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host)
  if (bytes) return isPrivateIPv4(Number(bytes[1]), Number(bytes[2]))
  // A name without a dot exists only in a local network: `localhost`, or a container's name.
  return !host.includes('.') || /\.(?:local|localhost|internal|lan|home\.arpa)$/.test(host)
}

/** RFC 1918 and 6598, loopback, link-local, and "this host". */
function isPrivateIPv4(first: number, second: number): boolean {
  if (first === 172) return second >= 16 && second <= 31
  if (first === 100) return second >= 64 && second <= 127
  if (first === 192) return second === 168
  if (first === 169) return second === 254
  return first === 10 || first === 127 || first === 0
}

/** Loopback, unique local addresses, link-local. */
function isPrivateIPv6(address: string): boolean {
  return address === '::1' || address === '::' || /^f[cd]|^fe[89ab]/.test(address)
}
