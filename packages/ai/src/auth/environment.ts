/**
 * An environment variable, or undefined where there is none: in browsers and workers, and in Deno without permission to
 * read the environment, where reading it throws. Blank counts as unset.
 */
export function readEnv(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name]?.trim() || undefined
  } catch {
    return undefined
  }
}

/** Stands for credentials that are no key: the provider's own code finds them in the environment. */
export const ambientCredentials = '<authenticated>'

/** Where each provider's key is looked for; the first that is set counts. */
const keyVariables: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['ANTHROPIC_OAUTH_TOKEN', 'ANTHROPIC_API_KEY'],
  'azure-openai-responses': ['AZURE_OPENAI_API_KEY'],
  cerebras: ['CEREBRAS_API_KEY'],
  deepseek: ['DEEPSEEK_API_KEY'],
  fireworks: ['FIREWORKS_API_KEY'],
  google: ['GEMINI_API_KEY'],
  'google-vertex': ['GOOGLE_CLOUD_API_KEY'],
  groq: ['GROQ_API_KEY'],
  huggingface: ['HF_TOKEN'],
  'kimi-coding': ['KIMI_API_KEY'],
  minimax: ['MINIMAX_API_KEY'],
  'minimax-cn': ['MINIMAX_CN_API_KEY'],
  mistral: ['MISTRAL_API_KEY'],
  moonshotai: ['MOONSHOT_API_KEY'],
  nvidia: ['NVIDIA_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  opencode: ['OPENCODE_API_KEY'],
  'opencode-go': ['OPENCODE_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
  together: ['TOGETHER_API_KEY'],
  'vercel-ai-gateway': ['AI_GATEWAY_API_KEY'],
  xai: ['XAI_API_KEY'],
  zai: ['ZAI_API_KEY', 'ZHIPU_API_KEY'],
}

/** Credentials other than a key, as sets of variables that count when all of a set are there. */
const ambientVariables: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'amazon-bedrock': [
    ['AWS_BEARER_TOKEN_BEDROCK'],
    ['AWS_PROFILE'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'],
    ['AWS_CONTAINER_CREDENTIALS_FULL_URI'],
    ['AWS_WEB_IDENTITY_TOKEN_FILE'],
  ],
  'google-vertex': [['GOOGLE_ACCESS_TOKEN']],
}

/** The variables that may hold a provider's key, the preferred one first. None for Bedrock, and for providers nobody knows. */
export function apiKeyVariables(provider: string): readonly string[] {
  return Object.hasOwn(keyVariables, provider) ? (keyVariables[provider] ?? []) : []
}

/** Whether a provider can do with credentials that are no key, such as an AWS profile. */
export function takesAmbientCredentials(provider: string): boolean {
  return Object.hasOwn(ambientVariables, provider)
}

/**
 * A provider's key from the environment, e.g. `$OPENAI_API_KEY` for `openai`. Undefined if none is set, and where there
 * is no environment.
 *
 * `<authenticated>` means that other credentials are there. For `amazon-bedrock` these are a bearer key, a profile, a
 * key pair, a container or a web identity; for `google-vertex` a bearer token in `$GOOGLE_ACCESS_TOKEN`. The file of
 * Google's application default credentials is not looked for: that would take a file system, and the result would have
 * to wait for it. `gcloud auth print-access-token` gives a token.
 */
export function getEnvApiKey(provider: string): string | undefined {
  const key = firstSet(apiKeyVariables(provider))
  if (key !== undefined) return key
  const ambient = takesAmbientCredentials(provider) ? ambientVariables[provider] : undefined
  return ambient?.some((names) => names.every(readEnv)) ? ambientCredentials : undefined
}

function firstSet(names: readonly string[]): string | undefined {
  return names.map(readEnv).find((value) => value !== undefined)
}
