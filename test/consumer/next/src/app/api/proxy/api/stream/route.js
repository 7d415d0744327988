import { createProxyHandler } from '@dreb/ai/proxy'

import { model } from '../../../../model.js'

export const runtime = 'edge'

/** The address of the provider is the server's business: `MODEL_SERVER` is read when the server starts. */
export function POST(request) {
  const handle = createProxyHandler({
    models: [model(process.env.MODEL_SERVER)],
    authorize: (token) => token === 'page',
    getApiKey: () => 'none',
  })
  return handle(request)
}
