import { readEnv } from '../auth/environment.ts'
import type { Model } from '../message/model.ts'
import type { CacheRetention, StreamOptions } from './options.ts'

/** How long the provider is to keep its prompt cache. */
export function cacheRetentionOf(retention: CacheRetention | undefined): CacheRetention {
  return retention ?? 'short'
}

/** The options with what `$DREB_CACHE_RETENTION` says where the caller says nothing. */
export function settleCacheRetention<Options extends StreamOptions>(_model: Model, options: Options): Options {
  if (options.cacheRetention !== undefined) return options
  const preset = readEnv('DREB_CACHE_RETENTION')
  return { ...options, cacheRetention: preset === 'none' || preset === 'long' ? preset : 'short' }
}
