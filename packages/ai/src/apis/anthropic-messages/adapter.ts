import { decodeSse } from '../../http/sse.ts'
import { preloadTransport } from '../../http/transports.ts'
import { settleCacheRetention } from '../../options/cache-retention.ts'
import { type ApiAdapter, defineApi } from '../api.ts'
import { buildAnthropicBody } from './body.ts'
import { anthropic, type AnthropicState } from './normalize.ts'
import { type AnthropicOptions, toAnthropicOptions } from './options.ts'
import { send } from './send.ts'
import type { AnthropicEvent } from './wire.ts'

preloadTransport('anthropic')

/**
 * Anthropic Messages: Anthropic itself, compatible hosts, and Claude on Google Vertex, for which the base URL ends in
 * `…/projects/<project>/locations/<location>/publishers/anthropic` and the key is an access token. Takes
 * {@link AnthropicOptions}.
 */
export const anthropicMessages: ApiAdapter = defineApi<AnthropicOptions, AnthropicEvent, AnthropicState>({
  api: 'anthropic-messages',
  fromSimple: toAnthropicOptions,
  resolve: settleCacheRetention,
  body: buildAnthropicBody,
  send,
  decode: decodeSse,
  normalizer: () => anthropic,
})
