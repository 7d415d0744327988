import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { describe, expect, it } from 'vitest'

import { root } from './source-imports.ts'

const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md'], { cwd: root })
  .map((page) => page.replaceAll('\\', '/'))
  .toSorted()
const guides = pages.filter((page) => page.startsWith('docs/guides/') && !page.endsWith('.zh.md'))
const readmes = pages.filter((page) => page.endsWith('README.md') && existsSync(join(root, twinOf(page))))
const bilingual = [...guides, ...readmes]
/** Pages that the registry shows, too, where a path of the repository leads nowhere. */
const published = pages.filter((page) => /^packages\/\w[\w-]*\/README/.test(page))

interface Manifest {
  scripts: Record<string, string>
  exports: Record<string, unknown>
}

function twinOf(page: string): string {
  return page.replace(/\.md$/, '.zh.md')
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

/** Where a page leads: paths from the root, with their anchors. Addresses on the web are left out. */
function linksOf(page: string): string[] {
  const targets = Array.from(withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  const local = targets.filter((target) => !/^[a-z]+:/.test(target))
  return local.map((target) => (target.startsWith('#') ? page + target : join(dirname(page), target)))
}

/** The anchors of a page, as GitHub makes them from its headings. */
function anchorsOf(page: string): string[] {
  const text = read(page).replaceAll(/^```[\s\S]*?^```$/gm, '')
  const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function leadsSomewhere(link: string): boolean {
  const [path = '', anchor] = link.split('#')
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || anchorsOf(path).includes(decodeURIComponent(anchor))
}

/** What a page is made of, in order: headings by level, code by language, rows of tables, items of lists, paragraphs. */
function outlineOf(page: string): string[] {
  const outline: string[] = []
  let isCode = false
  for (const line of read(page).split('\n')) {
    const [mark] = /^(?:#+(?= )|```\w*|\|(?=.)| *- | *\d+\. |(?=.))/.exec(line) ?? []
    if (mark?.startsWith('```')) isCode = !isCode
    if (mark !== undefined && (!isCode || mark.startsWith('```'))) outline.push(mark)
  }
  return outline
}

/** Code (blocks without a language are drawings) without what is said in a language that people speak. */
function codeOf(page: string): string[] {
  const blocks = Array.from(read(page).matchAll(/^```\w+\n([\s\S]*?)^```$/gm), ([, code = '']) => code)
  return blocks.map((code) =>
    code
      .replaceAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, "''")
      .replaceAll(/\/\*[\s\S]*?\*\/|(?:\/\/|# ).*$/gm, '')
      .replaceAll(/[\t ]+$/gm, ''),
  )
}

describe.each(pages)('%s', (page) => {
  it('has links that lead somewhere', () => {
    expect(linksOf(page).filter((link) => !leadsSomewhere(link))).toEqual([])
  })
})

describe.each(published)('%s', (page) => {
  it('has no link that the registry could not follow', () => {
    expect(linksOf(page).filter((link) => !link.startsWith(`${page}#`))).toEqual([])
  })

  it('names files of the repository that are there', () => {
    const files = Array.from(read(page).matchAll(/`(docs\/[^`]+)`/g), ([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

it.each(bilingual.filter((page) => !published.includes(page)))('%s and its Chinese twin lead to each other', (page) => {
  const twin = twinOf(page)
  expect([linksOf(page), linksOf(twin)]).toEqual([expect.arrayContaining([twin]), expect.arrayContaining([page])])
})

it.each(bilingual.filter((page) => published.includes(page)))('%s and its Chinese twin name each other', (page) => {
  const texts = [read(page), read(twinOf(page))]
  expect(texts).toEqual([expect.stringContaining('`README.zh.md`'), expect.stringContaining('`README.md`')])
})

describe.each(bilingual)('%s and its Chinese twin', (page) => {
  const twin = twinOf(page)

  it('are made of the same parts and the same code', () => {
    expect(outlineOf(twin)).toEqual(outlineOf(page))
    expect(codeOf(twin)).toEqual(codeOf(page))
  })

  it('lead to the same places, each in its own language', () => {
    const localised = linksOf(page)
      .map((link) => link.split('#')[0] ?? '')
      .filter((link) => link !== twin)
    const wanted = localised.map((link) => (existsSync(join(root, twinOf(link))) ? twinOf(link) : link))
    const found = linksOf(twin)
      .map((link) => link.split('#')[0] ?? '')
      .filter((link) => link !== page)
    expect(found.toSorted()).toEqual(wanted.toSorted())
  })
})

describe('what documents claim of the packages', () => {
  const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest

  it.each(['CONTRIBUTING.md', 'AGENTS.md', 'README.md', 'README.zh.md'])('%s names commands that exist', (page) => {
    const { scripts } = manifestOf('.')
    const named = Array.from(
      read(page).matchAll(/(?:`|^)(?:npx )?(?:pnpm|npm run) ([a-z][\w-]+)/gm),
      ([, name = '']) => name,
    )
    expect(named.filter((name) => name !== 'install' && !(name in scripts))).toEqual([])
  })

  it.each(['packages/ai/README.md', 'packages/ai/README.zh.md', 'ARCHITECTURE.md'])(
    '%s names every entry point of @dreb/ai, and no other',
    (page) => {
      const entries = Object.keys(manifestOf('packages/ai').exports).filter((entry) => entry !== './package.json')
      const wanted = entries.map((entry) => entry.replace('.', '@dreb/ai').replace(/models\/.*/, 'models/<provider>'))
      const text = read(page).replaceAll('`…/conformance`', '`@dreb/ai/testing/conformance`')
      const named = Array.from(text.matchAll(/`(@dreb\/ai[^`]*)`/g), ([, name = '']) => name)
      expect([...new Set(named)].toSorted()).toEqual([...new Set(wanted)].toSorted())
    },
  )
})

it('every guide can be found from both READMEs of the repository', () => {
  expect(linksOf('README.md')).toEqual(expect.arrayContaining(guides))
  expect(linksOf('README.zh.md')).toEqual(expect.arrayContaining(guides.map(twinOf)))
})

it('every test that the page of the faults names is there, under that title', () => {
  const page = 'docs/decisions/0014-every-fault-has-its-test.md'
  const named = [...read(page).matchAll(/\[([^\]]+)\]\(..\/..\/([\w./-]+)\)/g)]
  expect(named.length).toBeGreaterThan(60)
  const lost = named.filter(([, title = '', file = '']) => !read(file).includes(title))
  expect(lost.map(([link]) => link)).toEqual([])
})

it('every decision is on the list of decisions', () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d/.test(page))
  expect(linksOf('docs/decisions/README.md')).toEqual(expect.arrayContaining(records))
  expect(records.map((page) => relative('docs/decisions', page).slice(0, 4))).toEqual(
    records.map((_, at) => String(at + 1).padStart(4, '0')),
  )
})
