import { describeStreams, modelAt } from '../support/describe-streams.ts'

describeStreams({
  folder: 'google-generative-ai',
  model: (url, { model }) =>
    modelAt(`${url}/v1beta`, { api: 'google-generative-ai', provider: 'google', id: model ?? 'test-model' }),
})
