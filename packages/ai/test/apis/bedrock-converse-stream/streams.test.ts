import { describeStreams } from '../../support/describe-streams.ts'
import { eventStreamType } from '../../support/event-stream.ts'
import { modelAt } from '../../support/model-at.ts'

describeStreams({
  folder: 'bedrock-converse',
  extension: 'bin',
  contentType: eventStreamType,
  model: (url, { model }) =>
    modelAt(url, { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', id: model ?? 'test-model' }),
})
