import type { Model, TokenPrices } from '../message/model.ts'
import { isRecord } from '../values/json.ts'

/**
 * The models that a provider lists at `/v1/models` (`{ data: [{ id }, …] }`, or the bare list), each with the facts of a
 * model that you know. Where an entry says its window or its output limit (OpenRouter, vLLM, LiteLLM do), that holds.
 * Entries without an id are skipped; anything else than a list gives none.
 *
 * @param like the model whose API, address, limits, prices and profile the entries take
 */
export function modelsFromList<Api extends string>(list: unknown, like: Model<Api>): Model<Api>[] {
  const entries = isRecord(list) ? list['data'] : list
  if (!Array.isArray(entries)) return []
  return entries.filter(hasId).map((entry) => ({ ...structuredClone(like), ...listedFacts(entry, like) }))
}

type Fields = Record<string, unknown>

interface Listed extends Fields {
  id: string
  name?: unknown
  context_length?: unknown
  max_model_len?: unknown
  top_provider?: unknown
}

function hasId(entry: unknown): entry is Listed {
  return isRecord(entry) && typeof entry['id'] === 'string' && entry['id'] !== ''
}

function listedFacts(entry: Listed, like: Model): Pick<Model, 'id' | 'name' | 'contextWindow' | 'maxTokens'> {
  const upstream = isRecord(entry.top_provider) ? entry.top_provider : {}
  const contextWindow = countOf(entry.context_length) ?? countOf(entry.max_model_len) ?? like.contextWindow
  const maxTokens = countOf(upstream['max_completion_tokens']) ?? like.maxTokens
  return { id: entry.id, name: typeof entry.name === 'string' ? entry.name : entry.id, contextWindow, maxTokens }
}

/** What a list from models.dev cannot say: how the provider is reached. */
export type ModelRoute<Api extends string = string> = Pick<Model<Api>, 'api' | 'provider' | 'baseUrl'>

/**
 * The models of one provider in the file `https://models.dev/api.json`. Models that write no text are skipped, as are
 * entries that are not shaped as models; a price that the file does not give stays unknown.
 *
 * @param file the parsed file
 * @param route how to reach them; the file has the provider under `route.provider`, or under `listedAs`
 */
export function modelsFromModelsDev<Api extends string>(
  file: unknown,
  route: ModelRoute<Api>,
  listedAs: string = route.provider,
): Model<Api>[] {
  const provider = isRecord(file) && Object.hasOwn(file, listedAs) ? file[listedAs] : undefined
  const models = isRecord(provider) ? provider['models'] : undefined
  if (!isRecord(models)) return []
  return Object.entries(models).flatMap(([id, entry]) =>
    isRecord(entry) && writesText(entry) ? [fromModelsDev(id, entry, route)] : [],
  )
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function writesText(entry: Fields): boolean {
  const { output } = fieldsOf(entry['modalities'])
  return output === undefined || (Array.isArray(output) && output.includes('text'))
}

function fromModelsDev<Api extends string>(id: string, entry: Fields, route: ModelRoute<Api>): Model<Api> {
  const { context, output } = fieldsOf(entry['limit'])
  const { input } = fieldsOf(entry['modalities'])
  const { name } = entry
  return {
    ...route,
    id,
    name: typeof name === 'string' ? name : id,
    reasoning: entry['reasoning'] === true,
    input: Array.isArray(input) && input.includes('image') ? ['text', 'image'] : ['text'],
    cost: pricesOf(fieldsOf(entry['cost'])),
    contextWindow: countOf(context) ?? 0,
    maxTokens: countOf(output) ?? 0,
  }
}

function pricesOf({ input, output, cache_read: cacheRead, cache_write: cacheWrite }: Fields): TokenPrices {
  const prices = Object.entries({ input, output, cacheRead, cacheWrite })
  return Object.fromEntries(prices.filter(([, price]) => typeof price === 'number' && price >= 0))
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}
