/** A model of the local server that the test starts. */
export function model(baseUrl) {
  return {
    id: 'local',
    name: 'Local',
    api: 'openai-completions',
    provider: 'local',
    baseUrl,
    reasoning: false,
    input: ['text'],
    cost: {},
    contextWindow: 8192,
    maxTokens: 1024,
  }
}
