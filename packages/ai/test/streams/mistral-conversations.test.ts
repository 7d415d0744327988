import { describeStreams, modelAt } from '../support/describe-streams.ts'

// Mistral's streams are recorded with those of Chat Completions.
describeStreams({
  folder: 'openai-completions',
  vendor: 'mistral',
  model: (url) => modelAt(url, { api: 'mistral-conversations', provider: 'mistral' }),
})
