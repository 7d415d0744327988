import { readEnv } from '../../auth/environment.ts'
import { decodeEventStream } from '../../http/event-stream-frames.ts'
import type { Model } from '../../message/model.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildBedrockBody } from './body.ts'
import { bedrock, type BedrockState } from './normalize.ts'
import type { BedrockOptions } from './options.ts'
import { send } from './send.ts'
import type { BedrockChunk } from './wire.ts'

/** Amazon Bedrock's ConverseStream, over `fetch`, with a Bedrock API key or AWS credentials. */
export const bedrockConverseStream: ApiAdapter = defineApi<BedrockOptions, BedrockChunk, BedrockState>({
  api: 'bedrock-converse-stream',
  // Bedrock's own options have the names of the library.
  fromSimple: (_model, options) => ({ ...options }),
  resolve,
  body: buildBedrockBody,
  send,
  decode: decodeEventStream,
  normalizer: () => bedrock,
})

function resolve(model: Model, options: BedrockOptions): BedrockOptions {
  const defaultRegion = options.defaultRegion ?? readEnv('AWS_REGION') ?? readEnv('AWS_DEFAULT_REGION')
  const forceCache = options.forceCache ?? readEnv('AWS_BEDROCK_FORCE_CACHE') === '1'
  return { ...settleCacheRetention(model, options), forceCache, ...(defaultRegion && { defaultRegion }) }
}
