import type { Model } from '@dreb/ai'
import type { Fixture } from '@dreb/fixtures'

/** The model that answered in a recording, reached where it was reached then. */
export function fixtureModel(fixture: Fixture): Model {
  return {
    id: fixture.model,
    name: fixture.model,
    api: fixture.api,
    provider: 'recording',
    baseUrl: baseUrlOf(fixture),
    reasoning: true,
    input: ['text'],
    cost: {},
    contextWindow: 128_000,
    maxTokens: 4096,
  }
}

/** Where the requests of a recording went, without the path of the endpoint. */
export function baseUrlOf({ exchanges }: Fixture): string {
  // A recorder keeps the path only: which server it was does not matter.
  const { origin, pathname } = new URL(exchanges[0]?.request.url ?? '', 'http://recording.example')
  return origin + pathname.replace(/\/chat\/completions$|\/v1\/messages$/, '')
}
