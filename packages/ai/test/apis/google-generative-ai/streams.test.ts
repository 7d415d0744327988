import { describeStreams } from '../../support/describe-streams.ts'
import { modelAt } from '../../support/model-at.ts'

describeStreams({
  folder: 'google-generative-ai',
  model: (url, { model }) =>
    modelAt(`${url}/v1beta`, { api: 'google-generative-ai', provider: 'google', id: model ?? 'test-model' }),
})
