import { afterEach, expect, it, vi } from 'vitest'

import { getEnvApiKey, readEnv } from '#src/auth/environment.ts'

afterEach(() => vi.unstubAllGlobals())

it('row D: reads no environment where reading it throws, as in Deno without permission', () => {
  const env = new Proxy(
    {},
    {
      get: () => {
        throw new Error('NotCapable: Requires env access')
      },
    },
  )
  vi.stubGlobal('process', { ...process, env })
  expect(readEnv('OPENAI_API_KEY')).toBeUndefined()
  expect(getEnvApiKey('openai')).toBeUndefined()
})
