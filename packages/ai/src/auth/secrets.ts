import type { Model } from '../message/model.ts'
import { isRecord } from '../values/json.ts'
import { ambientCredentials, getEnvApiKey, readEnv } from './environment.ts'

/** Where a request may hold secrets: the options of any provider, and its model. */
export interface SecretSources {
  model?: Pick<Model, 'provider' | 'baseUrl' | 'headers'> | undefined
  /** Options of a provider, of the proxy's client, or of its server. */
  options?: object | undefined
}

/** Names of headers, query parameters and options that hold a secret. */
const secretName =
  /auth(?!ors?$)|cookie|secret|passw|passphrase|pwd|credential|signature|bearer|key$|token$|(^|[-_])(sig|jwt|session)$/i

/** Names that only look like one of a secret. */
const harmlessName = /^(authMode|idempotency-?key|x-goog-user-project)$/i

/** Headers whose values are long and public. */
const publicHeader =
  /^(accept|anthropic-|content-|user-agent$|x-stainless-|x-amz-(date|content)|x-title$|http-referer$)/i

/** Whether a header, a query parameter or an option of that name holds a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !harmlessName.test(name)
}

/** Whether a text looks like a key and not like words: long, in one word, of letters and digits. */
function looksLikeKey(text: string): boolean {
  return (
    text.length >= 16 && /^[\w.~+/=:-]+$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !/:\/\//.test(text)
  )
}

/** Secrets of the environment that no provider's variable names. */
const ambientSecrets = [
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'GOOGLE_ACCESS_TOKEN',
] as const

/**
 * Every secret that a request may be sent with, for `redact`: the key of the options and of the environment, headers
 * that authenticate, user, password and query keys of the base URL, AWS and Google credentials.
 */
export function secretsOf({ model, options = {} }: SecretSources): string[] {
  const given = options as Record<string, unknown>
  const found = [
    ...secretFields(given),
    ...headerSecrets(model?.headers),
    ...headerSecrets(given['headers']),
    ...urlSecrets(model?.baseUrl),
    ...urlSecrets(given['proxyUrl']),
    ...urlSecrets(given['azureBaseUrl']),
    ...(model ? environmentSecrets(model.provider) : []),
  ]
  return [...new Set(found)].filter((secret) => secret !== '' && secret !== ambientCredentials)
}

/**
 * The secrets among headers: values of headers that authenticate by their name, or that look like a key, and the tokens
 * behind their scheme.
 */
export function headerSecrets(headers: unknown): string[] {
  const entries = headers instanceof Headers ? Array.from(headers) : Object.entries(isRecord(headers) ? headers : {})
  return entries.flatMap(([name, value]) => {
    if (typeof value !== 'string' || publicHeader.test(name)) return []
    return isSecretName(name) || looksLikeKey(value) ? [value, ...tokensOf(value)] : []
  })
}

/** `Bearer <token>`; in cookies (`a=1; b=2`) and signatures (`Signature=…`) what looks like a key. */
function tokensOf(value: string): string[] {
  const parts = value.split(/[\s;,]+/).map((part) => part.slice(part.indexOf('=') + 1))
  return [value.replace(/^\s*(bearer|basic|token)\s+/i, ''), ...parts.filter(looksLikeKey)]
}

/** The secrets in an address: user, password, and query parameters that are called like a secret. */
export function urlSecrets(url: unknown): string[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return []
  const { username, password, searchParams } = new URL(url)
  const login = password === '' ? [] : [password, decoded(password), `${username}:${password}`]
  const queries = Array.from(searchParams).flatMap(([name, value]) => (isSecretName(name) ? headsOf(value) : []))
  return [...login, ...queries]
}

/** A path that was appended to a base URL with a query is taken for a part of its last value. */
function headsOf(value: string): string[] {
  const parts = value.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Options that are secrets (`apiKey`, `authToken`, `accessToken`), and those in `credentials`. */
function secretFields(options: Record<string, unknown>): string[] {
  const { credentials } = options
  const own = Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'string' && isSecretOption(name) ? [value] : [],
  )
  return [...own, ...(isRecord(credentials) ? awsSecrets(credentials) : [])]
}

function isSecretOption(name: string): boolean {
  return /(key|token|secret|password)$/i.test(name)
}

/** The id of an access key is public, as it stands in every signed request; the other two are not. */
function awsSecrets({ secretAccessKey, sessionToken }: Record<string, unknown>): string[] {
  return [secretAccessKey, sessionToken].filter((value) => typeof value === 'string')
}

function environmentSecrets(provider: string): string[] {
  const known = [getEnvApiKey(provider), ...ambientSecrets.map(readEnv)]
  return known.filter((value) => value !== undefined)
}
