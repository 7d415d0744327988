import type { ModelCost } from '../../src/message/model.ts'

/** The id in the provider's price list, one in another list, or a price that the vendor documents and the lists lack. */
export type PriceSource = string | { list: string; id: string } | ModelCost

/** One model of a provider. */
export interface Capability {
  id: string
  name: string
  contextWindow: number
  maxTokens: number
  image: boolean
  reasoning: boolean
  /** Belongs to the small table at the root. */
  current: boolean
  price: PriceSource
  /** Where a gateway speaks another API, or elsewhere, for this model. */
  api?: string
  baseUrl?: string
}

/** A provider and its models, in the order they are listed. */
export interface ProviderTable {
  provider: string
  api: string
  baseUrl: string
  /** Whose prices hold, as the price list names its providers; none: they are not known. */
  priceList?: string
  models: readonly Capability[]
}

/**
 * What is written of a model.
 *
 * @param traits `i` takes images, `r` reasons, `*` is current
 * @param price default: that of its id in the provider's list
 */
export function model(
  id: string,
  name: string,
  contextWindow: number,
  maxTokens: number,
  traits: string,
  price: Capability['price'] = id,
): Capability {
  const has = (trait: string): boolean => traits.includes(trait)
  return { id, name, contextWindow, maxTokens, image: has('i'), reasoning: has('r'), current: has('*'), price }
}
