import { describeStreams } from '../../support/describe-streams.ts'
import { modelAt } from '../../support/model-at.ts'

describeStreams({
  folder: 'openai-responses',
  model: (url, { vendor }) => modelAt(`${url}/v1`, { api: 'openai-responses', provider: vendor }),
})
