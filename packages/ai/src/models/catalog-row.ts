/** Dollars per million tokens: input, output, cache read, cache write, cache write for an hour. What is missing is unknown. */
export type PriceRow = readonly (number | undefined)[]

/** The prices once the input is larger than so many tokens. */
export type TierRow = readonly [above: number, ...prices: (number | undefined)[]]

/** A model of a compact catalogue. `traits`: `i` takes images, `r` can reason. */
export type ModelRow<Api extends string = string> = readonly [
  name: string,
  contextWindow: number,
  maxTokens: number,
  traits: '' | 'i' | 'r' | 'ir',
  prices: PriceRow,
  tier?: TierRow | readonly [],
  elsewhere?: { readonly api: Api; readonly baseUrl?: string },
]

/** How to reach a provider, and its models by id. */
export interface CatalogProvider<Api extends string = string> {
  readonly api: Api
  readonly baseUrl: string
  readonly models: Readonly<Record<string, ModelRow<Api>>>
}
