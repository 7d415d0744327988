import { defineConfig } from 'vitest/config'

import { projectsOf } from '../../vitest.shared.ts'

export default defineConfig({ test: { projects: projectsOf('ai'), passWithNoTests: true } })
