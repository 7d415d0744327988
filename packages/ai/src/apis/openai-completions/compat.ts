import type { Model, OpenAICompletionsCompat } from '../../message/model.ts'

/** Every deviation settled. Where to route is nobody's default. */
export type ResolvedCompat = Required<Omit<OpenAICompletionsCompat, Routing>> & Pick<OpenAICompletionsCompat, Routing>

type Routing = 'openRouterRouting' | 'vercelGatewayRouting'

/** What a server is taken for that nobody knows: everything that some server refuses is left out. */
const unknownServer: ResolvedCompat = {
  supportsStore: false,
  supportsDeveloperRole: false,
  supportsReasoningEffort: true,
  reasoningEffortMap: {},
  supportsUsageInStreaming: true,
  maxTokensField: 'max_tokens',
  requiresToolResultName: false,
  requiresAssistantAfterToolResult: false,
  requiresThinkingAsText: false,
  requiresReasoningContent: false,
  thinkingFormat: 'openai',
  supportsStrictMode: false,
  supportsFinishReason: true,
  cumulativeArguments: false,
  thinkTags: false,
  supportsCacheControl: false,
  callIds: 'any',
  requiresToolsWithHistory: false,
}

/** A server is known by its host, else by the name of its provider; `model` narrows a row to some of its models. */
interface Preset {
  hosts: string[]
  providers: string[]
  model?: RegExp
  compat: OpenAICompletionsCompat
}

/** What is known of servers. All rows that match apply, the later over the earlier. */
const presets: readonly Preset[] = [
  {
    hosts: ['api.openai.com'],
    providers: ['openai'],
    compat: {
      supportsStore: true,
      supportsDeveloperRole: true,
      supportsStrictMode: true,
      maxTokensField: 'max_completion_tokens',
      callIds: 'openai',
    },
  },
  {
    hosts: ['openai.azure.com', 'cognitiveservices.azure.com'],
    providers: ['azure', 'azure-openai'],
    compat: {
      supportsDeveloperRole: true,
      supportsStrictMode: true,
      maxTokensField: 'max_completion_tokens',
      callIds: 'openai',
    },
  },
  {
    hosts: ['api.groq.com'],
    providers: ['groq'],
    compat: { maxTokensField: 'max_completion_tokens' },
  },
  {
    hosts: ['api.groq.com'],
    providers: ['groq'],
    model: /^qwen\/qwen3(?![.\d])/,
    // Source: https://console.groq.com/docs/reasoning
    compat: { reasoningEffortMap: { ...everyLevel('default'), off: 'none', auto: 'default' } },
  },
  {
    hosts: ['api.cerebras.ai'],
    providers: ['cerebras'],
    compat: { maxTokensField: 'max_completion_tokens' },
  },
  {
    hosts: ['api.x.ai'],
    providers: ['xai'],
    compat: { maxTokensField: 'max_completion_tokens' },
  },
  {
    hosts: ['openrouter.ai'],
    providers: ['openrouter'],
    compat: { maxTokensField: 'max_completion_tokens', thinkingFormat: 'openrouter' },
  },
  {
    hosts: ['openrouter.ai'],
    providers: ['openrouter'],
    model: /^anthropic\//,
    compat: { supportsCacheControl: true },
  },
  {
    hosts: ['ai-gateway.vercel.sh'],
    providers: ['vercel-ai-gateway'],
    compat: { maxTokensField: 'max_completion_tokens' },
  },
  {
    // A turn without `reasoning_content` is refused while the model thinks.
    hosts: ['api.deepseek.com'],
    providers: ['deepseek'],
    compat: { thinkingFormat: 'deepseek', requiresReasoningContent: true },
  },
  {
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    providers: ['moonshotai', 'moonshotai-cn', 'moonshot'],
    compat: { thinkingFormat: 'moonshot', requiresReasoningContent: true },
  },
  {
    hosts: ['api.kimi.com'],
    providers: ['kimi-coding'],
    compat: { thinkingFormat: 'kimi', requiresReasoningContent: true },
  },
  {
    hosts: ['api.z.ai', 'open.bigmodel.cn'],
    providers: ['zai', 'zhipu', 'zhipuai'],
    compat: { thinkingFormat: 'zai' },
  },
  {
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
    providers: ['dashscope', 'alibaba', 'qwen'],
    compat: { thinkingFormat: 'qwen' },
  },
  {
    // Refuses fields it does not know, and reports usage unasked.
    hosts: ['api.mistral.ai'],
    providers: ['mistral'],
    compat: {
      supportsReasoningEffort: false,
      supportsUsageInStreaming: false,
      requiresToolResultName: true,
      requiresThinkingAsText: true,
      callIds: 'mistral',
    },
  },
  {
    hosts: ['api.together.xyz', 'api.together.ai', 'integrate.api.nvidia.com', 'gateway.ai.cloudflare.com'],
    providers: ['together', 'togetherai', 'nvidia', 'cloudflare-ai-gateway'],
    compat: { supportsReasoningEffort: false },
  },
  {
    // Translates for Anthropic, which wants the tools that a history uses to be declared.
    hosts: [],
    providers: ['litellm'],
    compat: { requiresToolsWithHistory: true },
  },
]

/** How this model's server differs from OpenAI: what the model says, else what is known of its provider. */
export function compatOf(model: Pick<Model, 'id' | 'provider' | 'baseUrl' | 'compat'>): ResolvedCompat {
  const host = hostOf(model.baseUrl)
  const byHost = presets.filter(({ hosts }) => hosts.some((known) => host === known || host.endsWith(`.${known}`)))
  const known = byHost.length > 0 ? byHost : presets.filter(({ providers }) => providers.includes(model.provider))
  const matching = known.filter((preset) => preset.model?.test(model.id) ?? true)
  return Object.assign({}, unknownServer, ...matching.map(({ compat }) => compat), compact(model.compat))
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function compact(compat: OpenAICompletionsCompat = {}): OpenAICompletionsCompat {
  return Object.fromEntries(Object.entries(compat).filter(([, value]) => value !== undefined))
}

function everyLevel(word: string) {
  return { minimal: word, low: word, medium: word, high: word, xhigh: word, max: word }
}
