import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserConfigOptions } from 'vitest/node'

const source = '@dreb/source'

/** The browser that tests run in: `$CHROMIUM_PATH`, else a system Chromium or Chrome. */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]
  return candidates.find((path): path is string => path !== undefined && existsSync(path))
}

/** Keeps Chromium from looking up anything but the pages under test. */
export const chromiumArgs: string[] = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

function chromium(executablePath: string): BrowserConfigOptions {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({ launchOptions: { executablePath, chromiumSandbox: false, args: chromiumArgs } }),
    instances: [{ browser: 'chromium' }],
  }
}

const providerDependencies = [
  '@anthropic-ai/sdk/client',
  '@cfworker/json-schema',
  '@sinclair/typebox',
  '@sinclair/typebox/value',
  'aws4fetch',
  'eventsource-parser',
  'openai',
]

/**
 * Vitest keeps this package out of what Vite bundles ahead of time, and then it is not found: only the SDK of Anthropic,
 * which imports it, has it in its `node_modules`.
 */
const telemetry = {
  '@opentelemetry/api': createRequire(import.meta.resolve('@anthropic-ai/sdk'))
    .resolve('@opentelemetry/api')
    .replace(/cjs$/, 'mjs'),
}

/**
 * The projects of a package: `name:node` (with type tests), and `name:browser` where there is a Chromium.
 * `*.any.test.ts` runs in both, `*.browser.test.ts` only in the browser.
 */
export function projectsOf(name: string): TestProjectInlineConfiguration[] {
  const root = fileURLToPath(new URL(`packages/${name}/`, import.meta.url))
  const path = chromiumPath()
  const inBrowser = path === undefined ? [] : [browserProject(name, root, path)]
  return [nodeProject(name, root), ...isolatedProjects(name, root), ...inBrowser]
}

/** Tests that change what a process has only one of, and leave it so. Each runs in a process of its own. */
const isolatedTests: Readonly<Record<string, readonly string[]>> = {
  ai: ['test/models/{catalogue,registry}.test.ts', 'test/openai-client/create-openai-client*.any.test.ts'],
}

function isolatedProjects(name: string, root: string): TestProjectInlineConfiguration[] {
  const include = [...(isolatedTests[name] ?? [])]
  if (include.length === 0) return []
  const { test, ...project } = nodeProject(name, root)
  const { isolate: _shared, setupFiles: _law, typecheck: _once, exclude: _none, ...options } = test ?? {}
  return [{ ...project, test: { ...options, name: `${name}:isolated`, include } }]
}

function nodeProject(name: string, root: string): TestProjectInlineConfiguration {
  const conditions = [source, 'module', 'node', 'development|production']
  return {
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name: `${name}:node`,
      environment: 'node',
      // Files share a process, which spares each of them loading the package anew, and leave it as they found it.
      isolate: false,
      setupFiles: fileURLToPath(new URL('test/support/leave-no-trace.ts', import.meta.url)),
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/*.browser.test.ts', ...(isolatedTests[name] ?? [])],
      testTimeout: 20_000,
      typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './test/tsconfig.json' },
    },
  }
}

function browserProject(name: string, root: string, executablePath: string): TestProjectInlineConfiguration {
  return {
    root,
    resolve: { conditions: [source, 'module', 'browser', 'development|production'], alias: telemetry },
    // What Vite finds only while tests run makes it reload the page under them.
    optimizeDeps: {
      include: ['fast-check', ...providerDependencies.map((id) => (name === 'ai' ? id : `@dreb/ai > ${id}`))],
    },
    test: {
      name: `${name}:browser`,
      include: ['test/**/*.{browser,any}.test.ts'],
      browser: chromium(executablePath),
    },
  }
}

/** Tests about the repository as a whole: its layers, its two agents side by side, its tools. */
export function rootProject(): TestProjectInlineConfiguration {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const conditions = [source, 'module', 'node', 'development|production']
  return {
    root,
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name: 'root:node',
      environment: 'node',
      include: ['test/**/*.test.ts', 'tools/*/test/**/*.test.ts', 'packages/fixtures/test/**/*.test.ts'],
      exclude: ['test/consumer/**'],
      testTimeout: 60_000,
    },
  }
}

/**
 * Tests of the packages as a user's project has them: packed, installed, bundled. After all others, since a bundler takes
 * every core, and tests that watch a clock would notice.
 */
export function consumerProject(): TestProjectInlineConfiguration {
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    test: {
      name: 'consumer:node',
      environment: 'node',
      include: ['test/consumer/*.test.ts'],
      globalSetup: 'test/consumer/support/install.ts',
      testTimeout: 60_000,
      sequence: { groupOrder: 1 },
    },
  }
}
