import type { ModelProfile } from '../message/model-profile.ts'
import type { ThinkingLevel } from '../message/model.ts'

/** The profile of one family of models. */
export interface ProfileRow {
  /** Matched against the id in lower case. Its first two groups, if it has any, are the version. */
  readonly name: RegExp
  /** The row is for this version and later ones; 4.6 is 406. */
  readonly from?: number
  /** Fields that differ from `defaultProfile`. */
  readonly profile: Partial<ModelProfile>
  /** Where the facts come from. */
  readonly source: string
}

/** What is assumed of a model that no row names: everything common, and nothing special. */
export const defaultProfile: ModelProfile = {
  thinkingLevels: ['minimal', 'low', 'medium', 'high'],
  canTurnThinkingOff: true,
  interleavedThinking: false,
  temperature: 'always',
  cacheMarks: false,
  systemPrompt: true,
}

const toHigh: readonly ThinkingLevel[] = ['low', 'medium', 'high']
const toXhigh: readonly ThinkingLevel[] = [...toHigh, 'xhigh']
const toMax: readonly ThinkingLevel[] = [...toXhigh, 'max']

const onOff: Partial<ModelProfile> = { thinkingControl: 'switch', thinkingLevels: ['high'] }
const alwaysThinks: Partial<ModelProfile> = {
  thinkingControl: 'fixed',
  thinkingLevels: ['high'],
  canTurnThinkingOff: false,
}

const claude: Partial<ModelProfile> = {
  thinkingControl: 'budget',
  temperature: 'unless-thinking',
  cacheMarks: true,
  interleavedThinking: true,
}
const adaptiveClaude: Partial<ModelProfile> = { ...claude, thinkingControl: 'adaptive' }
const claude47: Partial<ModelProfile> = { ...adaptiveClaude, thinkingLevels: toMax, temperature: 'never' }

const gpt5: Partial<ModelProfile> = { thinkingControl: 'effort', canTurnThinkingOff: false, temperature: 'never' }
const gpt51: Partial<ModelProfile> = {
  thinkingControl: 'effort',
  thinkingLevels: toHigh,
  offEffort: 'none',
  temperature: 'unless-thinking',
}

const gemini3: Partial<ModelProfile> = { thinkingControl: 'level', thinkingLevels: toHigh, canTurnThinkingOff: false }
const grok: Partial<ModelProfile> = { thinkingControl: 'effort', thinkingLevels: toHigh, canTurnThinkingOff: false }

const sources = {
  effort: 'https://platform.claude.com/docs/en/build-with-claude/effort',
  extended: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  bedrockCache: 'https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html',
  openai: 'https://platform.openai.com/docs/models',
  gemini: 'https://ai.google.dev/gemini-api/docs/thinking',
  xai: 'https://docs.x.ai/developers/model-capabilities/text/reasoning',
} as const

/** The version after a family's name. Dates are none: `opus-4-20250514` is 4.0; `4-6` and `4.6` are 4.6. */
const version = String.raw`(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?`
const gptVersion = String.raw`(?:^|[/.])gpt-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.a-z])`
const after = (prefix: string, suffix = ''): RegExp => new RegExp(prefix + version + suffix)
const gpt = (suffix = ''): RegExp => new RegExp(gptVersion + suffix)

const claudeRows: readonly ProfileRow[] = [
  {
    name: /claude-(?:fable|mythos)/,
    profile: { ...claude47, canTurnThinkingOff: false },
    source: 'https://github.com/cline/cline/issues/13203',
  },
  { name: after('opus-'), from: 407, profile: claude47, source: sources.effort },
  { name: after('(?:sonnet|haiku)-'), from: 500, profile: claude47, source: sources.effort },
  {
    name: after('opus-'),
    from: 406,
    profile: { ...adaptiveClaude, thinkingLevels: [...toHigh, 'max'] },
    source: sources.effort,
  },
  {
    name: after('(?:sonnet|haiku)-'),
    from: 406,
    profile: { ...adaptiveClaude, thinkingLevels: toHigh },
    source: sources.effort,
  },
  { name: after('(?:opus|sonnet|haiku)-'), from: 400, profile: claude, source: sources.extended },
  {
    name: /claude-3-(?:5-haiku|7-sonnet)/,
    profile: { ...claude, interleavedThinking: false },
    source: sources.bedrockCache,
  },
  {
    name: /claude/,
    profile: { ...claude, interleavedThinking: false, cacheMarks: false },
    source: sources.bedrockCache,
  },
]

const openaiRows: readonly ProfileRow[] = [
  {
    name: /(?:^|[/.])(?:o1-pro|gpt-5-pro)/,
    profile: { ...alwaysThinks, temperature: 'never' },
    source: sources.openai,
  },
  { name: /(?:^|[/.])o\d/, profile: { ...gpt5, thinkingLevels: toHigh }, source: sources.openai },
  {
    name: /gpt-oss/,
    profile: { thinkingControl: 'effort', thinkingLevels: toHigh, canTurnThinkingOff: false },
    source: 'https://huggingface.co/openai/gpt-oss-120b',
  },
  {
    name: gpt('-astra'),
    profile: { ...gpt5, thinkingLevels: toMax },
    source: 'https://github.com/openai/codex/issues/47147',
  },
  {
    name: gpt('-pro'),
    from: 502,
    profile: { ...gpt5, thinkingLevels: ['medium', 'high', 'xhigh'] },
    source: 'https://platform.openai.com/docs/models/gpt-5.4-pro',
  },
  {
    name: gpt('-codex-max'),
    profile: { ...gpt5, thinkingLevels: toXhigh },
    source: sources.openai,
  },
  { name: gpt('-codex'), from: 502, profile: { ...gpt5, thinkingLevels: toXhigh }, source: sources.openai },
  { name: gpt('-codex'), profile: { ...gpt5, thinkingLevels: toHigh }, source: sources.openai },
  { name: gpt(), from: 506, profile: { ...gpt51, thinkingLevels: toMax }, source: sources.openai },
  { name: gpt(), from: 502, profile: { ...gpt51, thinkingLevels: toXhigh }, source: sources.openai },
  { name: gpt(), from: 501, profile: gpt51, source: sources.openai },
  { name: gpt(), from: 500, profile: gpt5, source: sources.openai },
]

const googleRows: readonly ProfileRow[] = [
  {
    name: /gemini-(?:flash|pro)-latest/,
    // What they stand for changes; these levels are known to every model they have meant since Gemini 3.
    profile: gemini3,
    source: sources.gemini,
  },
  {
    name: /gemini-flash-lite-latest/,
    profile: { ...gemini3, thinkingLevels: ['minimal', ...toHigh] },
    source: sources.gemini,
  },
  { name: after('gemini-', '-pro'), from: 301, profile: gemini3, source: sources.gemini },
  {
    name: after('gemini-', '-pro'),
    from: 300,
    profile: { ...gemini3, thinkingLevels: ['low', 'high'] },
    source: sources.gemini,
  },
  {
    name: after('gemini-', '-flash(?!-lite)'),
    from: 307,
    profile: gemini3,
    source: 'https://github.com/can1357/oh-my-pi/issues/10543',
  },
  {
    name: after('gemini-'),
    from: 300,
    profile: { ...gemini3, thinkingLevels: ['minimal', ...toHigh] },
    source: sources.gemini,
  },
  {
    name: /gemini-2\.5-pro/,
    profile: {
      thinkingControl: 'budget',
      canTurnThinkingOff: false,
      thinkingBudgets: { minimal: 128, low: 2048, medium: 8192, high: 32_768 },
      thinkingBudgetRange: [128, 32_768],
    },
    source: sources.gemini,
  },
  {
    name: /gemini-2\.5-flash-lite/,
    profile: {
      thinkingControl: 'budget',
      thinkingBudgets: { minimal: 512, low: 2048, medium: 8192, high: 24_576 },
      thinkingBudgetRange: [512, 24_576],
    },
    source: sources.gemini,
  },
  {
    name: /gemini-2\.5-flash/,
    profile: {
      thinkingControl: 'budget',
      thinkingBudgets: { minimal: 128, low: 2048, medium: 8192, high: 24_576 },
      thinkingBudgetRange: [0, 24_576],
    },
    source: sources.gemini,
  },
  {
    name: /gemma/,
    profile: { ...onOff, systemPrompt: false },
    source: 'https://ai.google.dev/gemma/docs/core/prompt-structure',
  },
]

const otherRows: readonly ProfileRow[] = [
  { name: after('grok-'), from: 406, profile: { ...grok, thinkingLevels: toXhigh }, source: sources.xai },
  { name: /grok-4\.20-multi-agent/, profile: { ...grok, thinkingLevels: toXhigh }, source: sources.xai },
  { name: /grok-4[.-]5/, profile: grok, source: sources.xai },
  {
    name: /grok-4[.-]3/,
    profile: { ...grok, canTurnThinkingOff: true, offEffort: 'none' },
    source: sources.xai,
  },
  { name: /grok-3-mini/, profile: { ...grok, thinkingLevels: ['low', 'high'] }, source: sources.xai },
  { name: /grok/, profile: alwaysThinks, source: sources.xai },
  {
    name: /deepseek-v4/,
    profile: { thinkingControl: 'effort', thinkingLevels: ['high', 'max'] },
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
  },
  {
    name: /deepseek[-./]?(?:r1|reasoner)|deepseek.*-r1/,
    profile: alwaysThinks,
    source: 'https://api-docs.deepseek.com/guides/reasoning_model',
  },
  { name: /deepseek/, profile: onOff, source: 'https://api-docs.deepseek.com/guides/thinking_mode' },
  {
    name: after('glm-'),
    from: 503,
    profile: { thinkingControl: 'effort', thinkingLevels: ['low', 'high', 'max'], canTurnThinkingOff: false },
    source: 'https://github.com/earendil-works/pi/issues/8706',
  },
  { name: /glm-/, profile: onOff, source: 'https://docs.z.ai/guides/capabilities/thinking-mode' },
  {
    name: /kimi-k2-thinking/,
    profile: alwaysThinks,
    source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
  },
  {
    name: after('(?:^|/)(?:kimi-)?k'),
    from: 300,
    profile: {
      thinkingControl: 'effort',
      thinkingLevels: ['low', 'high', 'max'],
      canTurnThinkingOff: false,
      temperature: 'never',
    },
    source: 'https://platform.kimi.ai/docs/guide/use-reasoning-effort, https://github.com/HKUDS/Vibe-Trading/pull/701',
  },
  {
    name: /kimi-k2\.7/,
    profile: { ...alwaysThinks, temperature: 'never' },
    source: 'https://platform.kimi.ai/docs/guide/use-thinking-mode',
  },
  {
    // The server sets it by itself: 1 when the model thinks, else 0.6.
    name: /kimi-k2\.[56]/,
    profile: { ...onOff, temperature: 'never' },
    source: 'https://platform.kimi.ai/docs/guide/migrating-from-openai-to-kimi',
  },
  {
    name: /kimi-for-coding/,
    profile: { temperature: 'never' },
    source: 'https://github.com/MoonshotAI/Kimi-K2/issues/124',
  },
  { name: /kimi-k2/, profile: onOff, source: 'https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart' },
  {
    name: /minimax-m2/,
    profile: alwaysThinks,
    source: 'https://platform.minimax.io/docs/guides/text-m2-function-call',
  },
  {
    name: /magistral/,
    profile: { thinkingControl: 'prompt-mode', thinkingLevels: ['high'] },
    source: 'https://docs.mistral.ai/capabilities/reasoning',
  },
  {
    name: /mistral-(?:small|medium|large)/,
    profile: { thinkingControl: 'effort', thinkingLevels: ['high'], offEffort: 'none' },
    source: 'https://docs.mistral.ai/capabilities/reasoning',
  },
  { name: /qwen.*-thinking/, profile: alwaysThinks, source: 'https://help.aliyun.com/zh/model-studio/deep-thinking' },
  {
    // A number before `b` is a size: `qwen3-32b` is Qwen 3.0.
    name: /qwen-?(\d)(?:\.(\d+))?(?![\d.]*b)/,
    from: 308,
    profile: { thinkingLevels: toXhigh, effortValues: { high: 'xhigh' } },
    source: 'https://qwen.readthedocs.io',
  },
]

/** All rows. The first that matches an id is its profile. */
export const profileRows: readonly ProfileRow[] = [...claudeRows, ...openaiRows, ...googleRows, ...otherRows]
