import { defineConfig } from 'vitest/config'

import { projectsOf } from '../../vitest.shared.ts'

export default defineConfig({ test: { projects: projectsOf('agents-core'), passWithNoTests: true } })
