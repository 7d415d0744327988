import { describeCases } from '../support/describe-cases.ts'
import { modelAt } from '../support/model-at.ts'

describeCases({
  api: 'openai-chat',
  model: (url, vendor = 'custom') => modelAt(`${url}/v1`, { api: 'openai-completions', provider: vendor }),
})
describeCases({
  api: 'anthropic-messages',
  model: (url) => modelAt(url, { api: 'anthropic-messages', provider: 'anthropic' }),
})
describeCases({
  api: 'openai-responses',
  model: (url) => modelAt(`${url}/v1`, { api: 'openai-responses', provider: 'openai' }),
})
describeCases({
  api: 'gemini',
  model: (url) => modelAt(`${url}/v1beta`, { api: 'google-generative-ai', provider: 'google' }),
})
