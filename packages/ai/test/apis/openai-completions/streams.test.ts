import { describeStreams } from '../../support/describe-streams.ts'
import { modelAt } from '../../support/model-at.ts'

const providers: Readonly<Record<string, string>> = { zhipu: 'zai', 'vercel-gateway': 'vercel-ai-gateway' }

describeStreams({
  folder: 'openai-completions',
  model: (url, { vendor }) =>
    modelAt(`${url}/v1`, { api: 'openai-completions', provider: providers[vendor] ?? vendor }),
})
