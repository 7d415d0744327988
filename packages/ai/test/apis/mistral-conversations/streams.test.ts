import { describeStreams } from '../../support/describe-streams.ts'
import { modelAt } from '../../support/model-at.ts'

// Mistral's streams are recorded with those of Chat Completions.
describeStreams({
  folder: 'openai-completions',
  vendor: 'mistral',
  model: (url) => modelAt(url, { api: 'mistral-conversations', provider: 'mistral' }),
})
