import { describeStreams, modelAt } from '../support/describe-streams.ts'

const providers: Readonly<Record<string, string>> = { zhipu: 'zai', 'vercel-gateway': 'vercel-ai-gateway' }

describeStreams({
  folder: 'openai-completions',
  model: (url, { vendor }) => modelAt(`${url}/v1`, { api: 'openai-completions', provider: providers[vendor] ?? vendor }),
})
