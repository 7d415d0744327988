import { describeStreams, modelAt } from '../support/describe-streams.ts'

describeStreams({
  folder: 'anthropic-messages',
  model: (url, { vendor }) => modelAt(url, { api: 'anthropic-messages', provider: vendor }),
})
