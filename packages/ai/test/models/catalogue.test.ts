import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import type { Model, TokenPrices } from '#src/message/model.ts'
import { getModels, getProviders, registerModels } from '#src/models/registry.ts'

import manifest from '../../package.json' with { type: 'json' }
import { providerTables } from '../../scripts/capabilities/provider-tables.ts'
import { catalogueFiles } from '../../scripts/catalogue.ts'

const folder = new URL('../../src/models/', import.meta.url)
const files = catalogueFiles(providerTables)

/** The models of every door, by provider. */
const doors = await Promise.all(
  getProviders().map(async (provider) => {
    const module = (await import(`../../src/models/catalogs/${provider}.ts`)) as Record<string, Model[]>
    return [provider, Object.values(module)[0] ?? []] as const
  }),
)
const all = doors.flatMap(([, models]) => models)

describe('the generated files', () => {
  it.each(Object.keys(files))('%s is what `node scripts/generate-models.ts` writes', (path) => {
    expect(readFileSync(new URL(path, folder), 'utf8')).toBe(files[path])
  })

  it('are all there is', () => {
    const paths = readdirSync(new URL('catalogs/', folder)).map((name) => `catalogs/${name}`)
    expect(['catalog.ts', ...paths].toSorted()).toEqual(Object.keys(files).toSorted())
  })

  it('each have a door', () => {
    const exported = Object.keys(manifest.exports).filter((path) => path.startsWith('./models/'))
    expect(exported.toSorted()).toEqual(
      getProviders()
        .map((provider) => `./models/${provider}`)
        .toSorted(),
    )
  })

  it('leave the root a few KB', () => {
    expect(gzipSync(files['catalog.ts'] ?? '').length).toBeLessThan(3000)
  })
})

describe('the catalogues', () => {
  it.each(doors)('of %s holds the models of the root, with the same facts', (provider, models) => {
    const byId = new Map(models.map((model) => [model.id, model]))
    expect(byId.size).toBe(models.length)
    for (const model of getModels(provider)) expect(byId.get(model.id)).toEqual(model)
  })

  it('say nothing impossible', () => {
    const odd = all.filter(({ contextWindow, maxTokens, cost }) => {
      const prices = [cost, ...(cost.tiers ?? [])].flatMap(pricesOf)
      return maxTokens >= contextWindow || maxTokens < 1024 || prices.some((price) => !(price >= 0 && price < 1000))
    })
    expect(odd.map(({ provider, id }) => `${provider}/${id}`)).toEqual([])
  })

  it('know what input and output cost, but for those whose prices nobody publishes in one place', () => {
    const unpriced = new Set(all.filter(({ cost }) => pricesOf(cost).length < 2).map(({ provider }) => provider))
    expect([...unpriced].toSorted()).toEqual(['huggingface', 'kimi-coding', 'opencode', 'zai'])
  })

  it('can be registered', () => {
    const openrouter = doors.find(([provider]) => provider === 'openrouter')?.[1] ?? []
    registerModels(openrouter)
    expect(getModels('openrouter')).toEqual(openrouter)
  })
})

function pricesOf({ input, output, cacheRead, cacheWrite, cacheWrite1h }: TokenPrices): number[] {
  return [input, output, cacheRead, cacheWrite, cacheWrite1h].filter((price) => price !== undefined)
}
