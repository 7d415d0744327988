import { afterEach, expect, it, vi } from 'vitest'

import { cacheRetentionOf } from '#src/options/cache-retention.ts'

afterEach(() => void vi.unstubAllEnvs())

it.each([
  [undefined, '', 'short'],
  [undefined, 'long', 'long'],
  [undefined, 'none', 'none'],
  [undefined, 'for ever', 'short'],
  ['none', 'long', 'none'],
] as const)('of %s, with %j in the environment, is %s', (option, variable, retention) => {
  vi.stubEnv('DREB_CACHE_RETENTION', variable)
  expect(cacheRetentionOf(option)).toBe(retention)
})
