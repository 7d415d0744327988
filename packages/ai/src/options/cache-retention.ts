import { readEnv } from '../auth/environment.ts'
import type { CacheRetention } from './options.ts'

/** How long the vendor is to keep its prompt cache: what the caller says, else `$DREB_CACHE_RETENTION`, else `short`. */
export function cacheRetentionOf(retention: CacheRetention | undefined): CacheRetention {
  if (retention !== undefined) return retention
  const preset = readEnv('DREB_CACHE_RETENTION')
  return preset === 'none' || preset === 'long' ? preset : 'short'
}
