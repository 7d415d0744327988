import { AIError } from '../errors/ai-error.ts'
import type { Model } from '../message/model.ts'
import { type Cost, type Usage, costOf } from '../message/usage.ts'
import { globalRegistry } from '../values/global-registry.ts'
import type { CatalogProvider } from './catalog-row.ts'
import { catalog } from './catalog.ts'
import { modelsOf, toModel } from './to-model.ts'

type Catalog = typeof catalog

/** The providers that are built in. */
export type KnownProvider = keyof Catalog

/** The models of a provider that are known without loading its whole catalogue. */
export type KnownModelId<P extends KnownProvider> = keyof Catalog[P]['models'] & string

type RowOf<P extends KnownProvider, Id extends KnownModelId<P>> = Catalog[P]['models'][Id & keyof Catalog[P]['models']]

/** The API of a known model: its provider's, but for models that a gateway serves through another. */
type ApiOf<P extends KnownProvider, Id extends KnownModelId<P>> =
  RowOf<P, Id> extends readonly [...unknown[], { readonly api: infer Api extends string }] ? Api : Catalog[P]['api']

const builtIn: Readonly<Record<string, CatalogProvider>> = catalog
const registered = globalRegistry('models', () => new Map<string, Map<string, Model>>())

/** How to make up for an id that nobody knows yet. */
export interface GetModelOptions {
  /** A known id of the same provider: an unknown id takes its API, limits, prices and profile. */
  like?: string
}

/**
 * A model by provider and id, synchronously. Each call gives a copy: change it as you like.
 *
 * @throws AIError `unknown_model`; its text names ids that come near. {@link findModel} returns undefined instead.
 *
 * @example getModel('anthropic', 'claude-sonnet-4-6')
 * @example getModel('anthropic', 'claude-sonnet-6', { like: 'claude-sonnet-5-5' }) // came out after this release
 */
export function getModel<P extends KnownProvider, Id extends KnownModelId<P>>(provider: P, id: Id): Model<ApiOf<P, Id>>
export function getModel(provider: string, id: string, options?: GetModelOptions): Model
export function getModel(provider: string, id: string, { like }: GetModelOptions = {}): Model {
  const model = lookUp(provider, id)
  if (model) return model
  if (like !== undefined) return { ...getModel(provider, like), id, name: id, like }
  throw new AIError('unknown_model', unknownModelText(provider, id), { provider })
}

/** The models of a provider: what was registered first, then the catalogue. Empty for a provider nobody knows. */
export function getModels(provider: string): Model[] {
  const own = registered.get(provider)
  const table = builtInOf(provider)
  const listed = table ? modelsOf(provider, table).filter(({ id }) => !own?.has(id)) : []
  return [...Array.from(own?.values() ?? [], copyOf), ...listed]
}

/** The providers of the catalogue, then those that only registered models have. */
export function getProviders(): string[] {
  return [...new Set([...Object.keys(builtIn), ...registered.keys()])]
}

/**
 * Adds models, or replaces those of the same provider and id. For models the small built-in catalogue leaves out, take
 * the list of the door `@dreb/ai/models/<provider>`; for a server of your own, write the model by hand.
 */
export function registerModels(models: readonly Model[]): void {
  for (const model of models) {
    const own = registered.get(model.provider) ?? new Map<string, Model>()
    registered.set(model.provider, own.set(model.id, copyOf(model)))
  }
}

/**
 * The model that a pattern means: an exact id, else part of an id or a name, upper and lower case alike. Of several,
 * aliases win over dated versions, then the highest id. Undefined if none matches.
 */
export function findModel(provider: string, pattern: string): Model | undefined {
  return lookUp(provider, pattern) ?? findModelInList(pattern, getModels(provider))
}

/** As {@link findModel}, in a list; the exact id may differ in upper and lower case. */
export function findModelInList(pattern: string, models: readonly Model[]): Model | undefined {
  const wanted = pattern.trim().toLowerCase()
  if (wanted === '') return undefined
  const exact = models.find(({ id }) => id.toLowerCase() === wanted)
  if (exact) return exact
  const matches = models.filter(({ id, name }) => `${id}\n${name}`.toLowerCase().includes(wanted))
  const aliases = matches.filter(({ id }) => isModelAlias(id))
  return (aliases.length > 0 ? aliases : matches).toSorted((a, b) => b.id.localeCompare(a.id))[0]
}

/** Whether an id moves on with the provider's versions: it ends in `-latest`, or in no date (`-YYYYMMDD`). */
export function isModelAlias(id: string): boolean {
  return id.endsWith('-latest') || !/-\d{8}$/.test(id)
}

/** Whether both are the same model of the same provider. Nothing equals nothing: false. */
export function modelsAreEqual(a: Model | null | undefined, b: Model | null | undefined): boolean {
  return a != null && b != null && a.id === b.id && a.provider === b.provider
}

/** Puts the cost of its tokens, in dollars, into a usage and returns it. A price that is not known gives undefined. */
export function calculateCost(model: Pick<Model, 'cost'>, usage: Usage): Cost {
  usage.cost = costOf(usage, model.cost)
  return usage.cost
}

function lookUp(provider: string, id: string): Model | undefined {
  const own = registered.get(provider)?.get(id)
  if (own) return copyOf(own)
  const table = builtInOf(provider)
  const row = table && Object.hasOwn(table.models, id) ? table.models[id] : undefined
  return table && row && toModel(provider, table, id, row)
}

function builtInOf(provider: string): CatalogProvider | undefined {
  return Object.hasOwn(builtIn, provider) ? builtIn[provider] : undefined
}

/** A copy down to the plain data that a caller may change; `compat` and `headers` included. */
function copyOf(model: Model): Model {
  return structuredClone(model)
}

function unknownModelText(provider: string, id: string): string {
  const ids = getModels(provider).map((model) => model.id)
  if (ids.length === 0) {
    return `Unknown provider "${provider}" (asked for model "${id}"). Known: ${getProviders().join(', ')}. Add models of your own with registerModels().`
  }
  const list = nearest(id, ids).join(', ')
  return `Unknown model "${id}" of provider "${provider}". Near: ${list}. More are at @dreb/ai/models/${provider}; add models with registerModels().`
}

/** The ids that share most pairs of letters with the one that was asked for. */
function nearest(wanted: string, ids: readonly string[]): string[] {
  const pairs = pairsOf(wanted)
  const likeness = (id: string): number => [...pairsOf(id)].filter((pair) => pairs.has(pair)).length
  return ids.toSorted((a, b) => likeness(b) - likeness(a)).slice(0, 3)
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from(text.slice(1), (letter, index) => (text.charAt(index) + letter).toLowerCase()))
}
