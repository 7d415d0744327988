import type { ThinkingLevel } from '../../message/model.ts'
import type { StreamOptions, ThinkingBudgets, ThinkingDisplay } from '../../options/options.ts'

/** Keys of an AWS identity. */
export interface AwsCredentials {
  accessKeyId: string
  secretAccessKey: string
  /** Comes with temporary keys. */
  sessionToken?: string
}

/**
 * Options of `bedrock-converse-stream`. `apiKey` is a Bedrock API key (bearer token). Without one, in this order:
 * `credentials`, `profile`, `$AWS_BEARER_TOKEN_BEDROCK`, `$AWS_ACCESS_KEY_ID` with `$AWS_SECRET_ACCESS_KEY`, and
 * what the AWS SDK finds (profiles, containers, web identity), for which `@aws-sdk/credential-providers` must be installed.
 * With `$AWS_BEDROCK_SKIP_AUTH=1` nothing of the environment is sent: for proxies that add it themselves.
 */
export interface BedrockOptions extends StreamOptions {
  /**
   * AWS region. Default: that of the model's ARN, that of a base URL other than the catalogue's, `$AWS_REGION`,
   * `$AWS_DEFAULT_REGION`, `us-east-1`. The region of a profile is not read.
   */
  region?: string
  /** The region where neither the options nor the model name one. Default: `$AWS_REGION`, `$AWS_DEFAULT_REGION`. */
  defaultRegion?: string
  /** Marks prompts for caching although the model is not known to cache. Default: whether `$AWS_BEDROCK_FORCE_CACHE` is 1. */
  forceCache?: boolean
  credentials?: AwsCredentials
  /** A profile in the AWS configuration files. */
  profile?: string
  /** How much Claude is to think; other models of Bedrock have no such switch. */
  reasoning?: ThinkingLevel
  thinkingBudgets?: ThinkingBudgets
  thinkingDisplay?: ThinkingDisplay
  /** Whether Claude may think between tool calls, where it must be asked for. Default true. */
  interleavedThinking?: boolean
  /** Tags of the request in the logs of Bedrock. */
  requestMetadata?: Record<string, string>
}
