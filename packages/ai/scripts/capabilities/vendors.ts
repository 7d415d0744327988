// The models of those who make them, or host them under ids of their own.

import { type Capability, model } from './capability.ts'

export const claude: readonly Capability[] = [
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

export const gpt: readonly Capability[] = [
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

export const gemini: readonly Capability[] = [
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

export const bedrock: readonly Capability[] = [
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

export const mistral: readonly Capability[] = [
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

export const groq: readonly Capability[] = [
  model('openai/gpt-oss-120b', 'gpt-oss 120B', 131_072, 65_536, 'r*'),
  model('openai/gpt-oss-20b', 'gpt-oss 20B', 131_072, 65_536, 'r*'),
  model('qwen/qwen3-32b', 'Qwen3 32B', 131_072, 40_960, 'r*'),
  model('llama-3.3-70b-versatile', 'Llama 3.3 70B', 131_072, 32_768, '*'),
  model('llama-3.1-8b-instant', 'Llama 3.1 8B', 131_072, 65_536, ''),
  model('meta-llama/llama-4-maverick-17b-128e-instruct', 'Llama 4 Maverick', 131_072, 8_192, 'i'),
  model('meta-llama/llama-4-scout-17b-16e-instruct', 'Llama 4 Scout', 131_072, 8_192, 'i'),
  model('moonshotai/kimi-k2-instruct-0905', 'Kimi K2 (0905)', 262_144, 16_384, '', 'moonshotai/kimi-k2-instruct'),
]

export const cerebras: readonly Capability[] = [
  model('gpt-oss-120b', 'gpt-oss 120B', 131_072, 40_960, 'r*'),
  model('zai-glm-4.7', 'GLM-4.7', 131_072, 40_960, 'r*'),
  model('qwen-3-32b', 'Qwen3 32B', 131_072, 40_960, 'r'),
  model('llama-3.3-70b', 'Llama 3.3 70B', 128_000, 65_536, ''),
  model('llama3.1-8b', 'Llama 3.1 8B', 32_768, 8_192, ''),
]

export const grok: readonly Capability[] = [
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

export const deepseek: readonly Capability[] = [
  model('deepseek-v4-pro', 'DeepSeek V4 Pro', 1_000_000, 384_000, 'r*'),
  model('deepseek-v4-flash', 'DeepSeek V4 Flash', 1_000_000, 384_000, 'r*'),
]

export const kimi: readonly Capability[] = [
  model('kimi-k3', 'Kimi K3', 1_048_576, 131_072, 'ir*'),
  model('kimi-k2.7-code', 'Kimi K2.7 Code', 262_144, 32_768, 'ir*'),
  model('kimi-k2.6', 'Kimi K2.6', 262_144, 32_768, 'ir*'),
  model('kimi-k2.5', 'Kimi K2.5', 262_144, 32_768, 'ir'),
  model('kimi-k2-thinking', 'Kimi K2 Thinking', 262_144, 32_768, 'r'),
  model('kimi-k2-0905-preview', 'Kimi K2 (0905)', 262_144, 32_768, ''),
]

export const glm: readonly Capability[] = [
  model('glm-5.3', 'GLM-5.3', 1_000_000, 131_072, 'r*'),
  model('glm-5.3-flash', 'GLM-5.3 Flash', 1_000_000, 131_072, 'r*'),
  model('glm-5.2', 'GLM-5.2', 1_000_000, 131_072, 'r'),
  model('glm-4.7', 'GLM-4.7', 204_800, 131_072, 'r'),
  model('glm-4.6', 'GLM-4.6', 204_800, 131_072, 'r'),
  model('glm-4.6v', 'GLM-4.6V', 131_072, 32_768, 'ir'),
  model('glm-4.5-air', 'GLM-4.5 Air', 131_072, 98_304, 'r'),
]

export const minimax: readonly Capability[] = [
  model('MiniMax-M3', 'MiniMax-M3', 1_000_000, 131_072, 'r*', 'minimax-m3'),
  model('MiniMax-M2.7', 'MiniMax-M2.7', 204_800, 131_072, 'r*'),
  model('MiniMax-M2.7-highspeed', 'MiniMax-M2.7 (high speed)', 204_800, 131_072, 'r'),
  model('MiniMax-M2.5-highspeed', 'MiniMax-M2.5 (high speed)', 204_800, 131_072, 'r'),
  model('MiniMax-M2.1', 'MiniMax-M2.1', 204_800, 131_072, 'r'),
  model('MiniMax-M2', 'MiniMax-M2', 204_800, 131_072, 'r'),
]
