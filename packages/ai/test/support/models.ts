import type { Model } from '#src/message/model.ts'

/** A model for tests. Its address answers nobody. */
export function testModel(facts: Pick<Model, 'api' | 'provider'> & Partial<Model>): Model {
  return {
    id: 'test-model',
    name: 'Test model',
    baseUrl: 'http://127.0.0.1:9',
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
    contextWindow: 200_000,
    maxTokens: 8192,
    ...facts,
  }
}
