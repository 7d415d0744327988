import { existsSync } from 'node:fs'

import { defineConfig } from 'vitest/config'

import { consumerProject, projectsOf, rootProject } from './vitest.shared.ts'

const packages = ['ai', 'agent-core', 'agents-core'].flatMap(projectsOf)
const playground = existsSync('apps/playground/vitest.config.ts') ? ['./apps/playground/vitest.config.ts'] : []

export default defineConfig({
  test: {
    projects: [...packages, rootProject(), ...playground, consumerProject()],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
})
