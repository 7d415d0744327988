import { describeStreams, modelAt } from '../support/describe-streams.ts'

describeStreams({
  folder: 'openai-responses',
  model: (url, { vendor }) => modelAt(`${url}/v1`, { api: 'openai-responses', provider: vendor }),
})
