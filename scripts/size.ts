// Bundles small programs on the built packages for a browser and holds their size against the budgets of size.json.
import { readFileSync } from 'node:fs'

import { bundleForBrowser } from './bundle.ts'

interface Budget {
  /** Folder of the package whose dependencies the program sees. */
  package: string
  /** Kilobytes (1024 bytes), gzipped, that load before anything runs. */
  maxEntryKB: number
  /** Lines of the program. */
  program: string[]
}

const budgets = JSON.parse(readFileSync(new URL('../size.json', import.meta.url), 'utf8')) as Record<string, Budget>

const kb = (bytes: number) => (bytes / 1024).toFixed(1).padStart(5)

async function measure(name: string, budget: Budget): Promise<boolean> {
  const { entry, all, nodeModules } = await bundleForBrowser(budget.program.join('\n'), budget.package)
  const isGood = entry <= budget.maxEntryKB * 1024 && nodeModules.length === 0
  const needs = nodeModules.map((found) => ` · needs ${found}`).join('')
  const figures = `entry ${kb(entry)} KB gzip (at most ${budget.maxEntryKB}), with lazy chunks ${kb(all)} KB`
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${name.padEnd(36)} ${figures}${needs}`)
  return isGood
}

const results: boolean[] = []
for (const [name, budget] of Object.entries(budgets)) results.push(await measure(name, budget))
if (!results.every(Boolean)) process.exitCode = 1
