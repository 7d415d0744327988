// Models of several vendors behind one address.

import { type Capability, model } from './capability.ts'
import { claude, gemini, gpt } from './vendors.ts'

/** OpenRouter passes models through under the vendor's name, with dots in the version numbers. */
export const openrouter: readonly Capability[] = [
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
export const vercel: readonly Capability[] = [
  ...relayed('anthropic', claude, ['claude-opus-5-5', 'claude-sonnet-5', 'claude-sonnet-4-6', 'claude-haiku-4-5']),
  ...relayed('openai', gpt, ['gpt-6-sol', 'gpt-5.6-sol', 'gpt-5.4', 'gpt-5']),
  ...relayed('google', gemini, ['gemini-2.5-pro', 'gemini-2.5-flash']),
]

/** The router sends a request to one of several hosts with different prices. */
export const huggingface: readonly Capability[] = [
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

export const kimiCoding: readonly Capability[] = [
  model('kimi-for-coding', 'Kimi for Coding', 262_144, 32_768, 'ir*'),
  model('kimi-k2-thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
]

export const zen = 'https://opencode.ai/zen'

/** The gateway speaks the API of each model's vendor. */
export const opencode: readonly Capability[] = [
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
