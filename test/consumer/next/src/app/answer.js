import { Agent as PluginAgent } from '@ai-zen/agents-core'
import { Agent } from '@dreb/agent-core'
import { createOpenAIClient, stream } from '@dreb/ai'

import { model } from './model.js'

/** What each of the three packages makes of one request to the model at `server`, streamed as lines. */
export function answer(request) {
  const asked = model(new URL(request.url).searchParams.get('server'))
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      const say = (name, text) => controller.enqueue(encoder.encode(`${name}: ${text}\n`))
      say('ai', await askStream(asked))
      say('agent-core', await askLoop(asked))
      say('agents-core', await askPlugins(asked))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/plain' } })
}

async function askStream(asked) {
  const context = { messages: [{ role: 'user', content: 'Say ok', timestamp: 0 }] }
  const message = await stream(asked, context, { apiKey: 'none' }).result()
  return textOf(message)
}

async function askLoop(asked) {
  const agent = new Agent({ initialState: { model: asked }, getApiKey: () => 'none' })
  await agent.prompt('Say ok')
  return textOf(agent.state.messages.at(-1))
}

async function askPlugins(asked) {
  const agent = new PluginAgent({ client: createOpenAIClient(asked, { apiKey: 'none' }), model: asked.id })
  const messages = await agent.send('Say ok')
  return messages.at(-1).content
}

function textOf({ content, errorMessage }) {
  return errorMessage ?? content.map((block) => block.text).join('')
}
