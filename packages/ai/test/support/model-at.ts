import type { Model } from '#src/message/model.ts'

const testModel = {
  id: 'test-model',
  name: 'Test model',
  reasoning: true,
  input: ['text', 'image'] as Model['input'],
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  contextWindow: 200_000,
  maxTokens: 8192,
}

/** A model for tests, at that address. */
export function modelAt(baseUrl: string, facts: Pick<Model, 'api' | 'provider'> & Partial<Model>): Model {
  return { ...testModel, baseUrl, ...facts }
}
