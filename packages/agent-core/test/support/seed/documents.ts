import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const files = ['packages/agent-core/README', 'steering', 'context', 'proxy', 'custom-messages']
const root = new URL('../../../../../', import.meta.url)

/** The code samples of our own documents that say what they import, in both languages: whole programs. */
export function documentSamples(): { name: string; code: string; prints: undefined }[] {
  return files.flatMap((file) => ['md', 'zh.md'].flatMap((language) => samplesOf(file, language)))
}

function samplesOf(file: string, language: string): { name: string; code: string; prints: undefined }[] {
  const path = file.includes('/') ? file : `docs/guides/${file}`
  const text = readFileSync(fileURLToPath(new URL(`${path}.${language}`, root)), 'utf8')
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const programs = blocks.filter((code) => code.startsWith('import '))
  const title = `${file.split('/').at(-1)}.${language}`
  return programs.map((code, at) => ({
    name: `${title} ${'abc'.charAt(at)}`,
    code: `${code}\nexport {}\n`,
    prints: undefined,
  }))
}
