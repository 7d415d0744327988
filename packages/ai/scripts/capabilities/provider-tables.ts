// What no price list says: how to reach each provider, and what each of its models can do. Kept by hand, from the
// vendors' documentation; prices come from @pydantic/genai-prices when the catalogue is generated.

import type { Capability, ProviderTable } from './capability.ts'
import { huggingface, kimiCoding, opencode, openrouter, vercel, zen } from './gateways.ts'
import { bedrock, cerebras, claude, deepseek, gemini, glm, gpt, grok, groq, kimi, minimax, mistral } from './vendors.ts'

const completions = 'openai-completions'
const messages = 'anthropic-messages'

// Azure serves models under the names of its customers' deployments, which usually are the vendor's ids.
const azureFirst = ['gpt-5.4', 'gpt-5.4-mini', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini']
const vertexFirst = ['gemini-3.5-flash', 'gemini-2.5-pro', 'gemini-2.5-flash', 'gemini-2.5-flash-lite']

/** Every provider, in the order `getProviders` lists them. */
export const providerTables: readonly ProviderTable[] = [
  table('anthropic', messages, 'https://api.anthropic.com', claude, 'anthropic'),
  table('openai', 'openai-responses', 'https://api.openai.com/v1', gpt, 'openai'),
  table('azure-openai-responses', 'azure-openai-responses', '', showing(gpt, azureFirst), 'azure'),
  table('google', 'google-generative-ai', 'https://generativelanguage.googleapis.com/v1beta', gemini, 'google'),
  table(
    'google-vertex',
    'google-vertex',
    'https://{location}-aiplatform.googleapis.com',
    showing(gemini, vertexFirst),
    'google',
  ),
  table('amazon-bedrock', 'bedrock-converse-stream', 'https://bedrock-runtime.us-east-1.amazonaws.com', bedrock, 'aws'),
  table('mistral', 'mistral-conversations', 'https://api.mistral.ai', mistral, 'mistral'),
  table('groq', completions, 'https://api.groq.com/openai/v1', groq, 'groq'),
  table('cerebras', completions, 'https://api.cerebras.ai/v1', cerebras, 'cerebras'),
  table('xai', completions, 'https://api.x.ai/v1', grok, 'x-ai'),
  table('openrouter', completions, 'https://openrouter.ai/api/v1', openrouter, 'openrouter'),
  table('vercel-ai-gateway', messages, 'https://ai-gateway.vercel.sh', vercel, 'openrouter'),
  table('huggingface', completions, 'https://router.huggingface.co/v1', huggingface),
  table('deepseek', completions, 'https://api.deepseek.com', deepseek, 'deepseek'),
  table('moonshotai', completions, 'https://api.moonshot.ai/v1', kimi, 'moonshotai'),
  table('zai', completions, 'https://api.z.ai/api/coding/paas/v4', glm, 'zai'),
  table('minimax', messages, 'https://api.minimax.io/anthropic', minimax, 'minimax'),
  table('minimax-cn', messages, 'https://api.minimaxi.com/anthropic', minimax, 'minimax'),
  table('kimi-coding', messages, 'https://api.kimi.com/coding', kimiCoding),
  table('opencode', completions, `${zen}/v1`, opencode),
]

function table(
  provider: string,
  api: string,
  baseUrl: string,
  models: readonly Capability[],
  priceList?: string,
): ProviderTable {
  return { provider, api, baseUrl, models, ...(priceList === undefined ? {} : { priceList }) }
}

/** The same models where fewer of them are the ones to show first. */
function showing(models: readonly Capability[], current: readonly string[]): readonly Capability[] {
  return models.map((entry) => ({ ...entry, current: current.includes(entry.id) }))
}
