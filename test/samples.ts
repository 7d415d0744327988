import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './source-imports.ts'

/** A code block of a page that is TypeScript, as a file. */
export interface Sample {
  /** Where it is, for people: `docs/guides/tools.md, block 2`. */
  name: string
  /** Name of the file, relative to the folder of its page: its first line (`// parrot.ts`) where that names one. */
  file: string
  code: string
}

/** The pages whose code people copy. */
export const pagesWithSamples: readonly string[] = globSync(
  ['README*.md', 'packages/*/README*.md', 'docs/guides/*.md'],
  {
    cwd: root,
  },
).toSorted()

const block = /(<!-- fragment: .+ -->\n+)?^```(\w+)\n([\s\S]*?)^```$/gm

/**
 * The TypeScript of a page. Left out is what stands behind `<!-- fragment: … -->`, a comment that says which whole it is a
 * part of.
 */
export function samplesOf(page: string): Sample[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(block)]
  return blocks.flatMap(([, fragment, language = '', code = ''], index) => {
    if (fragment !== undefined || !/^tsx?$/.test(language)) return []
    const [, file = `block-${index + 1}.${language}`] = /^\/\/ ([\w-]+\.ts)\n/.exec(code) ?? []
    return [{ name: `${page}, block ${index + 1}`, file, code }]
  })
}
