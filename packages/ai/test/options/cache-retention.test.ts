import { afterEach, expect, it, vi } from 'vitest'

import { settleCacheRetention } from '#src/options/cache-retention.ts'

import { modelAt } from '../support/model-at.ts'

afterEach(() => void vi.unstubAllEnvs())

it.each([
  [undefined, '', 'short'],
  [undefined, 'long', 'long'],
  [undefined, 'none', 'none'],
  [undefined, 'for ever', 'short'],
  ['none', 'long', 'none'],
] as const)('of %s, with %j in the environment, is %s', (option, variable, retention) => {
  vi.stubEnv('DREB_CACHE_RETENTION', variable)
  const model = modelAt('', { api: 'anthropic-messages', provider: 'anthropic' })
  expect(settleCacheRetention(model, option ? { cacheRetention: option } : {}).cacheRetention).toBe(retention)
})
