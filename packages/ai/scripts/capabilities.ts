// What no price list says: how to reach each provider, and what each of its models can do. Kept by hand, from the
// vendors' documentation; prices come from @pydantic/genai-prices when the catalogue is generated.

import type { ModelCost } from '../src/message/model.ts'

/** The id in the provider's price list, one in another list, or a price that the vendor documents and the lists lack. */
export type PriceSource = string | { list: string; id: string } | ModelCost

/** One model of a provider. */
export interface Capability {
  id: string
  name: string
  contextWindow: number
  maxTokens: number
  image: boolean
  reasoning: boolean
  /** Belongs to the small table at the root. */
  current: boolean
  price: PriceSource
  /** Where a gateway speaks another API, or elsewhere, for this model. */
  api?: string
  baseUrl?: string
}

/** A provider and its models, in the order they are listed. */
export interface ProviderTable {
  provider: string
  api: string
  baseUrl: string
  /** Whose prices hold, as the price list names its providers; none: they are not known. */
  priceList?: string
  models: readonly Capability[]
}

/** @param traits `i` takes images, `r` reasons, `*` is current. */
function model(
  id: string,
  name: string,
  contextWindow: number,
  maxTokens: number,
  traits: string,
  price: Capability['price'] = id,
): Capability {
  const has = (trait: string): boolean => traits.includes(trait)
  return { id, name, contextWindow, maxTokens, image: has('i'), reasoning: has('r'), current: has('*'), price }
}

const claude: readonly Capability[] = [
  model('claude-fable-5-1', 'Claude Fable 5.1', 1_000_000, 128_000, 'ir*'),
  model('claude-fable-5', 'Claude Fable 5', 1_000_000, 128_000, 'ir'),
  model('claude-opus-5-5', 'Claude Opus 5.5', 1_000_000, 128_000, 'ir*'),
  model('claude-opus-5', 'Claude Opus 5', 1_000_000, 128_000, 'ir*'),
  model('claude-opus-4-8', 'Claude Opus 4.8', 1_000_000, 128_000, 'ir'),
  model('claude-opus-4-7', 'Claude Opus 4.7', 1_000_000, 128_000, 'ir'),
  model('claude-opus-4-6', 'Claude Opus 4.6', 1_000_000, 128_000, 'ir*'),
  model('claude-opus-4-5', 'Claude Opus 4.5', 200_000, 64_000, 'ir'),
  model('claude-opus-4-5-20251101', 'Claude Opus 4.5 (2025-11-01)', 200_000, 64_000, 'ir'),
  model('claude-opus-4-1', 'Claude Opus 4.1', 200_000, 32_000, 'ir'),
  model('claude-opus-4-1-20250805', 'Claude Opus 4.1 (2025-08-05)', 200_000, 32_000, 'ir'),
  model('claude-opus-4-0', 'Claude Opus 4', 200_000, 32_000, 'ir'),
  model('claude-opus-4-20250514', 'Claude Opus 4 (2025-05-14)', 200_000, 32_000, 'ir'),
  model('claude-sonnet-5-5', 'Claude Sonnet 5.5', 1_000_000, 128_000, 'ir*', { input: 2, output: 10 }),
  model('claude-sonnet-5', 'Claude Sonnet 5', 1_000_000, 128_000, 'ir*'),
  model('claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, 64_000, 'ir*'),
  model('claude-sonnet-4-5', 'Claude Sonnet 4.5', 200_000, 64_000, 'ir*'),
  model('claude-sonnet-4-5-20250929', 'Claude Sonnet 4.5 (2025-09-29)', 200_000, 64_000, 'ir'),
  model('claude-sonnet-4-0', 'Claude Sonnet 4', 200_000, 64_000, 'ir'),
  model('claude-sonnet-4-20250514', 'Claude Sonnet 4 (2025-05-14)', 200_000, 64_000, 'ir*'),
  model('claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, 64_000, 'ir*'),
  model('claude-haiku-4-5-20251001', 'Claude Haiku 4.5 (2025-10-01)', 200_000, 64_000, 'ir'),
  model('claude-3-7-sonnet-latest', 'Claude Sonnet 3.7', 200_000, 64_000, 'ir'),
  model('claude-3-7-sonnet-20250219', 'Claude Sonnet 3.7 (2025-02-19)', 200_000, 64_000, 'ir'),
  model('claude-3-5-sonnet-20241022', 'Claude Sonnet 3.5 (2024-10-22)', 200_000, 8_192, 'i'),
  model('claude-3-5-haiku-latest', 'Claude Haiku 3.5', 200_000, 8_192, 'i'),
  model('claude-3-5-haiku-20241022', 'Claude Haiku 3.5 (2024-10-22)', 200_000, 8_192, 'i'),
  model('claude-3-haiku-20240307', 'Claude Haiku 3 (2024-03-07)', 200_000, 4_096, 'i'),
]

const gpt: readonly Capability[] = [
  model('gpt-6-astra', 'GPT-6 Astra', 1_050_000, 128_000, 'ir*'),
  model('gpt-6-sol', 'GPT-6 Sol', 1_050_000, 128_000, 'ir*'),
  model('gpt-6-luna', 'GPT-6 Luna', 1_050_000, 128_000, 'ir*'),
  model('gpt-5.6-sol', 'GPT-5.6 Sol', 1_050_000, 128_000, 'ir*'),
  model('gpt-5.6-terra', 'GPT-5.6 Terra', 1_050_000, 128_000, 'ir'),
  model('gpt-5.6-luna', 'GPT-5.6 Luna', 1_050_000, 128_000, 'ir'),
  model('gpt-5.5', 'GPT-5.5', 1_050_000, 128_000, 'ir'),
  model('gpt-5.5-pro', 'GPT-5.5 Pro', 1_050_000, 128_000, 'ir'),
  model('gpt-5.4', 'GPT-5.4', 1_050_000, 128_000, 'ir*'),
  model('gpt-5.4-mini', 'GPT-5.4 mini', 400_000, 128_000, 'ir*'),
  model('gpt-5.4-nano', 'GPT-5.4 nano', 400_000, 128_000, 'ir'),
  model('gpt-5.4-pro', 'GPT-5.4 Pro', 1_050_000, 128_000, 'ir'),
  model('gpt-5.3-codex', 'GPT-5.3 Codex', 400_000, 128_000, 'ir'),
  model('gpt-5.2', 'GPT-5.2', 400_000, 128_000, 'ir'),
  model('gpt-5.2-pro', 'GPT-5.2 Pro', 400_000, 128_000, 'ir'),
  model('gpt-5.1', 'GPT-5.1', 400_000, 128_000, 'ir'),
  model('gpt-5.1-codex-mini', 'GPT-5.1 Codex mini', 400_000, 128_000, 'ir'),
  model('gpt-5', 'GPT-5', 400_000, 128_000, 'ir*'),
  model('gpt-5-mini', 'GPT-5 mini', 400_000, 128_000, 'ir*'),
  model('gpt-5-nano', 'GPT-5 nano', 400_000, 128_000, 'ir'),
  model('gpt-5-pro', 'GPT-5 Pro', 400_000, 272_000, 'ir'),
  model('gpt-4.1', 'GPT-4.1', 1_047_576, 32_768, 'i*'),
  model('gpt-4.1-mini', 'GPT-4.1 mini', 1_047_576, 32_768, 'i*'),
  model('gpt-4.1-nano', 'GPT-4.1 nano', 1_047_576, 32_768, 'i'),
  model('gpt-4o', 'GPT-4o', 128_000, 16_384, 'i*'),
  model('gpt-4o-2024-11-20', 'GPT-4o (2024-11-20)', 128_000, 16_384, 'i'),
  model('gpt-4o-mini', 'GPT-4o mini', 128_000, 16_384, 'i*'),
  model('gpt-4-turbo', 'GPT-4 Turbo', 128_000, 4_096, 'i'),
  model('gpt-4', 'GPT-4', 8_192, 4_096, ''),
  model('gpt-3.5-turbo', 'GPT-3.5 Turbo', 16_385, 4_096, ''),
  model('o4-mini', 'o4-mini', 200_000, 100_000, 'ir*'),
  model('o3', 'o3', 200_000, 100_000, 'ir*'),
  model('o3-pro', 'o3-pro', 200_000, 100_000, 'ir'),
  model('o3-mini', 'o3-mini', 200_000, 100_000, 'r'),
  model('o1', 'o1', 200_000, 100_000, 'ir'),
  model('o1-pro', 'o1-pro', 200_000, 100_000, 'ir'),
]

const gemini: readonly Capability[] = [
  model('gemini-3.8-flash', 'Gemini 3.8 Flash', 1_048_576, 65_536, 'ir*'),
  model('gemini-3.7-flash', 'Gemini 3.7 Flash', 1_048_576, 65_536, 'ir'),
  model('gemini-3.6-flash', 'Gemini 3.6 Flash', 1_048_576, 65_536, 'ir'),
  model('gemini-3.5-flash', 'Gemini 3.5 Flash', 1_048_576, 65_536, 'ir*'),
  model('gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite', 1_048_576, 65_536, 'ir*'),
  model('gemini-3.1-pro-preview', 'Gemini 3.1 Pro (preview)', 1_048_576, 65_536, 'ir*'),
  model('gemini-3.1-flash-lite', 'Gemini 3.1 Flash-Lite', 1_048_576, 65_536, 'ir'),
  model('gemini-3-pro-preview', 'Gemini 3 Pro (preview)', 1_048_576, 65_536, 'ir'),
  model('gemini-3-flash-preview', 'Gemini 3 Flash (preview)', 1_048_576, 65_536, 'ir'),
  model('gemini-2.5-pro', 'Gemini 2.5 Pro', 1_048_576, 65_536, 'ir*'),
  model('gemini-2.5-flash', 'Gemini 2.5 Flash', 1_048_576, 65_536, 'ir*'),
  model('gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', 1_048_576, 65_536, 'ir*'),
  model('gemini-2.0-flash', 'Gemini 2.0 Flash', 1_048_576, 8_192, 'i'),
  model('gemini-2.0-flash-lite', 'Gemini 2.0 Flash-Lite', 1_048_576, 8_192, 'i'),
]

const bedrock: readonly Capability[] = [
  model('global.anthropic.claude-opus-4-6-v1', 'Claude Opus 4.6', 1_000_000, 128_000, 'ir*'),
  model('global.anthropic.claude-opus-4-5-20251101-v1:0', 'Claude Opus 4.5', 200_000, 64_000, 'ir'),
  model('global.anthropic.claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, 64_000, 'ir*'),
  model('global.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5', 200_000, 64_000, 'ir'),
  model('global.anthropic.claude-sonnet-4-20250514-v1:0', 'Claude Sonnet 4', 200_000, 64_000, 'ir'),
  model('global.anthropic.claude-haiku-4-5-20251001-v1:0', 'Claude Haiku 4.5', 200_000, 64_000, 'ir*'),
  model('us.anthropic.claude-opus-4-6-v1', 'Claude Opus 4.6 (US)', 1_000_000, 128_000, 'ir'),
  model('us.anthropic.claude-opus-4-1-20250805-v1:0', 'Claude Opus 4.1 (US)', 200_000, 32_000, 'ir'),
  model('us.anthropic.claude-sonnet-4-6', 'Claude Sonnet 4.6 (US)', 1_000_000, 64_000, 'ir'),
  model('us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Claude Sonnet 4.5 (US)', 200_000, 64_000, 'ir'),
  model('us.anthropic.claude-sonnet-4-20250514-v1:0', 'Claude Sonnet 4 (US)', 200_000, 64_000, 'ir'),
  model('us.anthropic.claude-haiku-4-5-20251001-v1:0', 'Claude Haiku 4.5 (US)', 200_000, 64_000, 'ir'),
  model('us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'Claude Sonnet 3.7 (US)', 200_000, 64_000, 'ir'),
  model('amazon.nova-pro-v1:0', 'Nova Pro', 300_000, 10_000, 'i*'),
  model('amazon.nova-lite-v1:0', 'Nova Lite', 300_000, 10_000, 'i*'),
  model('amazon.nova-micro-v1:0', 'Nova Micro', 128_000, 10_000, ''),
  model('us.amazon.nova-premier-v1:0', 'Nova Premier (US)', 1_000_000, 32_000, 'i', 'amazon.nova-premier-v1:0'),
  model(
    'us.meta.llama3-3-70b-instruct-v1:0',
    'Llama 3.3 70B (US)',
    128_000,
    8_192,
    '',
    'meta.llama3-3-70b-instruct-v1:0',
  ),
  model('us.deepseek.r1-v1:0', 'DeepSeek R1 (US)', 128_000, 32_768, 'r', 'deepseek.r1-v1:0'),
  model('openai.gpt-oss-120b-1:0', 'gpt-oss 120B', 128_000, 16_384, 'r'),
  model('openai.gpt-oss-20b-1:0', 'gpt-oss 20B', 128_000, 16_384, 'r'),
  model('qwen.qwen3-coder-30b-a3b-v1:0', 'Qwen3 Coder 30B', 262_144, 65_536, ''),
]

const mistral: readonly Capability[] = [
  model('mistral-large-2512', 'Mistral Large 3', 262_144, 65_536, 'i*'),
  model('mistral-medium-latest', 'Mistral Medium', 262_144, 65_536, 'i*'),
  model('mistral-medium-3-5', 'Mistral Medium 3.5', 262_144, 65_536, 'i'),
  model('mistral-small-2603', 'Mistral Small 4', 262_144, 65_536, 'i*'),
  model('devstral-2512', 'Devstral 2', 262_144, 65_536, '*'),
  model('codestral-2508', 'Codestral', 256_000, 16_384, ''),
  model('magistral-medium-2509', 'Magistral Medium 1.2', 131_072, 40_000, 'ir'),
  model('magistral-small-2509', 'Magistral Small 1.2', 131_072, 40_000, 'ir'),
  model('ministral-14b-2512', 'Ministral 3 14B', 262_144, 65_536, 'i'),
  model('ministral-8b-2512', 'Ministral 3 8B', 262_144, 65_536, 'i'),
  model('ministral-3b-2512', 'Ministral 3 3B', 131_072, 32_768, 'i'),
  model('pixtral-large-latest', 'Pixtral Large', 131_072, 32_768, 'i'),
]

const groq: readonly Capability[] = [
  model('openai/gpt-oss-120b', 'gpt-oss 120B', 131_072, 65_536, 'r*'),
  model('openai/gpt-oss-20b', 'gpt-oss 20B', 131_072, 65_536, 'r*'),
  model('qwen/qwen3-32b', 'Qwen3 32B', 131_072, 40_960, 'r*'),
  model('llama-3.3-70b-versatile', 'Llama 3.3 70B', 131_072, 32_768, '*'),
  model('llama-3.1-8b-instant', 'Llama 3.1 8B', 131_072, 65_536, ''),
  model('meta-llama/llama-4-maverick-17b-128e-instruct', 'Llama 4 Maverick', 131_072, 8_192, 'i'),
  model('meta-llama/llama-4-scout-17b-16e-instruct', 'Llama 4 Scout', 131_072, 8_192, 'i'),
  model('moonshotai/kimi-k2-instruct-0905', 'Kimi K2 (0905)', 262_144, 16_384, '', 'moonshotai/kimi-k2-instruct'),
]

const cerebras: readonly Capability[] = [
  model('gpt-oss-120b', 'gpt-oss 120B', 131_072, 40_960, 'r*'),
  model('zai-glm-4.7', 'GLM-4.7', 131_072, 40_960, 'r*'),
  model('qwen-3-32b', 'Qwen3 32B', 131_072, 40_960, 'r'),
  model('llama-3.3-70b', 'Llama 3.3 70B', 128_000, 65_536, ''),
  model('llama3.1-8b', 'Llama 3.1 8B', 32_768, 8_192, ''),
]

const grok: readonly Capability[] = [
  model('grok-4.6', 'Grok 4.6', 500_000, 64_000, 'ir*'),
  model('grok-4.5', 'Grok 4.5', 500_000, 64_000, 'ir'),
  model('grok-4.3', 'Grok 4.3', 1_000_000, 64_000, 'ir*'),
  model('grok-4-1-fast-reasoning', 'Grok 4.1 Fast', 2_000_000, 30_000, 'ir*'),
  model('grok-4-1-fast-non-reasoning', 'Grok 4.1 Fast (no reasoning)', 2_000_000, 30_000, 'i'),
  model('grok-4-fast-reasoning', 'Grok 4 Fast', 2_000_000, 30_000, 'ir'),
  model('grok-4-fast-non-reasoning', 'Grok 4 Fast (no reasoning)', 2_000_000, 30_000, 'i'),
  model('grok-4-0709', 'Grok 4', 256_000, 64_000, 'ir'),
  model('grok-code-fast-1', 'Grok Code Fast 1', 256_000, 10_000, 'r*'),
  model('grok-3', 'Grok 3', 131_072, 8_192, ''),
  model('grok-3-mini', 'Grok 3 mini', 131_072, 8_192, 'r'),
]

const deepseek: readonly Capability[] = [
  model('deepseek-v4-pro', 'DeepSeek V4 Pro', 1_000_000, 384_000, 'r*'),
  model('deepseek-v4-flash', 'DeepSeek V4 Flash', 1_000_000, 384_000, 'r*'),
]

const kimi: readonly Capability[] = [
  model('kimi-k3', 'Kimi K3', 1_048_576, 131_072, 'ir*'),
  model('kimi-k2.7-code', 'Kimi K2.7 Code', 262_144, 32_768, 'ir*'),
  model('kimi-k2.6', 'Kimi K2.6', 262_144, 32_768, 'ir*'),
  model('kimi-k2.5', 'Kimi K2.5', 262_144, 32_768, 'ir'),
  model('kimi-k2-thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
  model('kimi-k2-0905-preview', 'Kimi K2 (0905)', 262_144, 32_768, ''),
]

const glm: readonly Capability[] = [
  model('glm-5.3', 'GLM-5.3', 1_000_000, 131_072, 'r*'),
  model('glm-5.3-flash', 'GLM-5.3 Flash', 1_000_000, 131_072, 'r*'),
  model('glm-5.2', 'GLM-5.2', 1_000_000, 131_072, 'r'),
  model('glm-4.7', 'GLM-4.7', 204_800, 131_072, 'r'),
  model('glm-4.6', 'GLM-4.6', 204_800, 131_072, 'r'),
  model('glm-4.6v', 'GLM-4.6V', 131_072, 32_768, 'ir'),
  model('glm-4.5-air', 'GLM-4.5 Air', 131_072, 98_304, 'r'),
]

const minimax: readonly Capability[] = [
  model('MiniMax-M3', 'MiniMax-M3', 1_000_000, 131_072, 'r*', 'minimax-m3'),
  model('MiniMax-M2.7', 'MiniMax-M2.7', 204_800, 131_072, 'r*'),
  model('MiniMax-M2.7-highspeed', 'MiniMax-M2.7 (high speed)', 204_800, 131_072, 'r'),
  model('MiniMax-M2.5-highspeed', 'MiniMax-M2.5 (high speed)', 204_800, 131_072, 'r'),
  model('MiniMax-M2.1', 'MiniMax-M2.1', 204_800, 131_072, 'r'),
  model('MiniMax-M2', 'MiniMax-M2', 204_800, 131_072, 'r'),
]

/** OpenRouter passes models through under the vendor's name, with dots in the version numbers. */
const openrouter: readonly Capability[] = [
  model('anthropic/claude-opus-5.5', 'Claude Opus 5.5', 1_000_000, 128_000, 'ir*'),
  model('anthropic/claude-opus-5', 'Claude Opus 5', 1_000_000, 128_000, 'ir'),
  model('anthropic/claude-opus-4.6', 'Claude Opus 4.6', 1_000_000, 128_000, 'ir'),
  model('anthropic/claude-sonnet-5', 'Claude Sonnet 5', 1_000_000, 128_000, 'ir*'),
  model('anthropic/claude-sonnet-4.6', 'Claude Sonnet 4.6', 1_000_000, 64_000, 'ir*'),
  model('anthropic/claude-sonnet-4.5', 'Claude Sonnet 4.5', 1_000_000, 64_000, 'ir'),
  model('anthropic/claude-sonnet-4', 'Claude Sonnet 4', 200_000, 64_000, 'ir'),
  model('anthropic/claude-haiku-4.5', 'Claude Haiku 4.5', 200_000, 64_000, 'ir*'),
  model('openai/gpt-6-sol', 'GPT-6 Sol', 1_050_000, 128_000, 'ir*'),
  model('openai/gpt-6-luna', 'GPT-6 Luna', 1_050_000, 128_000, 'ir'),
  model('openai/gpt-5.6-sol', 'GPT-5.6 Sol', 1_050_000, 128_000, 'ir'),
  model('openai/gpt-5.5', 'GPT-5.5', 1_050_000, 128_000, 'ir'),
  model('openai/gpt-5.4', 'GPT-5.4', 1_050_000, 128_000, 'ir'),
  model('openai/gpt-5.4-mini', 'GPT-5.4 mini', 400_000, 128_000, 'ir*'),
  model('openai/gpt-5.3-codex', 'GPT-5.3 Codex', 400_000, 128_000, 'ir'),
  model('openai/gpt-5.2', 'GPT-5.2', 400_000, 128_000, 'ir'),
  model('openai/gpt-5.1', 'GPT-5.1', 400_000, 128_000, 'ir'),
  model('openai/gpt-5', 'GPT-5', 400_000, 128_000, 'ir'),
  model('openai/gpt-5-mini', 'GPT-5 mini', 400_000, 128_000, 'ir'),
  model('openai/gpt-4.1', 'GPT-4.1', 1_047_576, 32_768, 'i'),
  model('openai/gpt-4o', 'GPT-4o', 128_000, 16_384, 'i'),
  model('openai/gpt-4o-mini', 'GPT-4o mini', 128_000, 16_384, 'i'),
  model('openai/gpt-oss-120b', 'gpt-oss 120B', 131_072, 32_768, 'r'),
  model('openai/gpt-oss-20b', 'gpt-oss 20B', 131_072, 32_768, 'r'),
  model('openai/o3', 'o3', 200_000, 100_000, 'ir'),
  model('openai/o4-mini', 'o4-mini', 200_000, 100_000, 'ir'),
  model('google/gemini-3.5-flash', 'Gemini 3.5 Flash', 1_048_576, 65_536, 'ir*'),
  model('google/gemini-3.1-pro-preview', 'Gemini 3.1 Pro (preview)', 1_048_576, 65_536, 'ir*'),
  model('google/gemini-3-flash-preview', 'Gemini 3 Flash (preview)', 1_048_576, 65_536, 'ir'),
  model('google/gemini-2.5-pro', 'Gemini 2.5 Pro', 1_048_576, 65_536, 'ir'),
  model('google/gemini-2.5-flash', 'Gemini 2.5 Flash', 1_048_576, 65_535, 'ir'),
  model('google/gemini-2.5-flash-lite', 'Gemini 2.5 Flash-Lite', 1_048_576, 65_535, 'ir'),
  model('x-ai/grok-4.3', 'Grok 4.3', 1_000_000, 64_000, 'ir*'),
  model('x-ai/grok-4-fast', 'Grok 4 Fast', 2_000_000, 30_000, 'ir'),
  model('x-ai/grok-code-fast-1', 'Grok Code Fast 1', 256_000, 10_000, 'r'),
  model('deepseek/deepseek-v4-pro', 'DeepSeek V4 Pro', 1_000_000, 65_536, 'r*'),
  model('deepseek/deepseek-v4-flash', 'DeepSeek V4 Flash', 1_000_000, 65_536, 'r'),
  model('deepseek/deepseek-v3.2', 'DeepSeek V3.2', 163_840, 65_536, 'r'),
  model('moonshotai/kimi-k3', 'Kimi K3', 1_048_576, 131_072, 'ir*'),
  model('moonshotai/kimi-k2.6', 'Kimi K2.6', 262_144, 32_768, 'ir'),
  model('moonshotai/kimi-k2.5', 'Kimi K2.5', 262_144, 32_768, 'ir'),
  model('moonshotai/kimi-k2-thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
  model('z-ai/glm-5.3', 'GLM-5.3', 1_048_576, 131_072, 'r*'),
  model('z-ai/glm-5.2', 'GLM-5.2', 1_048_576, 131_072, 'r'),
  model('z-ai/glm-4.7', 'GLM-4.7', 202_752, 65_536, 'r'),
  model('z-ai/glm-4.6', 'GLM-4.6', 202_752, 65_536, 'r'),
  model('qwen/qwen3.7-max', 'Qwen3.7 Max', 1_000_000, 65_536, 'r*'),
  model('qwen/qwen3.7-plus', 'Qwen3.7 Plus', 1_000_000, 65_536, 'ir'),
  model('qwen/qwen3-coder-plus', 'Qwen3 Coder Plus', 1_000_000, 65_536, ''),
  model('qwen/qwen3-235b-a22b-2507', 'Qwen3 235B', 262_144, 16_384, ''),
  model('mistralai/mistral-large-2512', 'Mistral Large 3', 262_144, 65_536, 'i'),
  model('mistralai/devstral-2512', 'Devstral 2', 262_144, 65_536, ''),
  model('meta-llama/llama-3.3-70b-instruct', 'Llama 3.3 70B', 131_072, 16_384, ''),
  model('minimax/minimax-m3', 'MiniMax-M3', 1_000_000, 131_072, 'r'),
  model('minimax/minimax-m2.7', 'MiniMax-M2.7', 204_800, 65_536, 'r'),
]

/** The gateway does not mark prices up, so a vendor's own price holds. */
const vercel: readonly Capability[] = [
  ...relayed('anthropic', claude, ['claude-opus-5-5', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-haiku-4-5']),
  ...relayed('openai', gpt, ['gpt-6-sol', 'gpt-5.6-sol', 'gpt-5.4', 'gpt-5']),
  ...relayed('google', gemini, ['gemini-2.5-pro', 'gemini-2.5-flash']),
]

/** The router sends a request to one of several hosts with different prices. */
const huggingface: readonly Capability[] = [
  model('openai/gpt-oss-120b', 'gpt-oss 120B', 131_072, 32_768, 'r*'),
  model('openai/gpt-oss-20b', 'gpt-oss 20B', 131_072, 32_768, 'r'),
  model('deepseek-ai/DeepSeek-V3.2', 'DeepSeek V3.2', 163_840, 65_536, 'r*'),
  model('moonshotai/Kimi-K2-Thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
  model('moonshotai/Kimi-K2-Instruct-0905', 'Kimi K2 (0905)', 262_144, 16_384, ''),
  model('zai-org/GLM-4.7', 'GLM-4.7', 204_800, 131_072, 'r*'),
  model('zai-org/GLM-4.6', 'GLM-4.6', 204_800, 131_072, 'r'),
  model('Qwen/Qwen3-Coder-480B-A35B-Instruct', 'Qwen3 Coder 480B', 262_144, 65_536, ''),
  model('Qwen/Qwen3-235B-A22B-Thinking-2507', 'Qwen3 235B Thinking', 262_144, 65_536, 'r'),
  model('meta-llama/Llama-3.3-70B-Instruct', 'Llama 3.3 70B', 131_072, 16_384, ''),
]

const kimiCoding: readonly Capability[] = [
  model('kimi-for-coding', 'Kimi for Coding', 262_144, 32_768, 'ir*'),
  model('kimi-k2-thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
]

const zen = 'https://opencode.ai/zen'

/** The gateway speaks the API of each model's vendor. */
const opencode: readonly Capability[] = [
  {
    ...model('claude-sonnet-4-6', 'Claude Sonnet 4.6', 1_000_000, 64_000, 'ir*'),
    api: 'anthropic-messages',
    baseUrl: zen,
  },
  { ...model('claude-haiku-4-5', 'Claude Haiku 4.5', 200_000, 64_000, 'ir*'), api: 'anthropic-messages', baseUrl: zen },
  { ...model('gpt-5.4', 'GPT-5.4', 1_050_000, 128_000, 'ir*'), api: 'openai-responses' },
  { ...model('gpt-5', 'GPT-5', 400_000, 128_000, 'ir'), api: 'openai-responses' },
  { ...model('gemini-3.1-pro', 'Gemini 3.1 Pro', 1_048_576, 65_536, 'ir'), api: 'google-generative-ai' },
  model('kimi-k2.5', 'Kimi K2.5', 262_144, 32_768, 'ir*'),
  model('glm-4.7', 'GLM-4.7', 204_800, 131_072, 'r'),
]

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

/** Models of a vendor under the names that gateways give them: vendor first, and dots in version numbers. */
function relayed(vendor: string, models: readonly Capability[], ids: readonly string[]): readonly Capability[] {
  return models
    .filter(({ id }) => ids.includes(id))
    .map((entry) => ({
      ...entry,
      id: `${vendor}/${entry.id.replace(/(\d)-(\d)$/, '$1.$2')}`,
      price: { list: vendor, id: entry.id },
    }))
}
