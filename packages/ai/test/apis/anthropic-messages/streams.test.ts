import { describeStreams } from '../../support/describe-streams.ts'
import { modelAt } from '../../support/model-at.ts'

describeStreams({
  folder: 'anthropic-messages',
  model: (url, { vendor }) => modelAt(url, { api: 'anthropic-messages', provider: vendor }),
})
