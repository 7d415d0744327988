import { defineConfig } from 'vitest/config'

const conditions = ['@dreb/source', 'module', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'playground',
    environment: 'node',
    include: ['test/**/*.test.ts', 'e2e/**/*.e2e.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
