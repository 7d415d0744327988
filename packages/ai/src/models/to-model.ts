import type { Model, ModelCost, TokenPrices } from '../message/model.ts'
import type { CatalogProvider, ModelRow, PriceRow, TierRow } from './catalog-row.ts'

/** The models of a compact catalogue, in its order. Each call makes new ones. */
export function modelsOf<Api extends string>(provider: string, table: CatalogProvider<Api>): Model<Api>[] {
  return Object.entries(table.models).map(([id, row]) => toModel(provider, table, id, row))
}

/** The model that a row of a compact catalogue means. */
export function toModel<Api extends string>(
  provider: string,
  table: Omit<CatalogProvider<Api>, 'models'>,
  id: string,
  row: ModelRow<Api>,
): Model<Api> {
  const [name, contextWindow, maxTokens, traits, prices, tier = [], elsewhere] = row
  return {
    id,
    name,
    api: elsewhere?.api ?? table.api,
    provider,
    baseUrl: elsewhere?.baseUrl ?? table.baseUrl,
    reasoning: traits.includes('r'),
    input: traits.includes('i') ? ['text', 'image'] : ['text'],
    cost: toCost(prices, tier),
    contextWindow,
    maxTokens,
  }
}

function toCost(prices: PriceRow, [above, ...higher]: TierRow | readonly []): ModelCost {
  if (above === undefined) return toPrices(prices)
  return { ...toPrices(prices), tiers: [{ above, ...toPrices(higher) }] }
}

function toPrices([input, output, cacheRead, cacheWrite, cacheWrite1h]: PriceRow): TokenPrices {
  const prices = { input, output, cacheRead, cacheWrite, cacheWrite1h }
  return Object.fromEntries(Object.entries(prices).filter(([, price]) => price !== undefined))
}
