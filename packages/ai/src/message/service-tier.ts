import { ownValue } from '../values/json.ts'

/** Factors on the price by service tier. Source: https://openai.com/api/pricing */
const rates: Readonly<Record<string, number>> = { flex: 0.5, priority: 2, batch: 0.5 }

/**
 * The factor on OpenAI's price: that of the tier which served the request, as it may be another than the one that was
 * asked for. Undefined: the standard price.
 *
 * @param served as the response names it; `auto` names none.
 */
export function serviceTierRate(served: unknown, asked?: string): number | undefined {
  const isNamed = typeof served === 'string' && served !== '' && served !== 'auto'
  return ownValue(rates, isNamed ? served : asked)
}
