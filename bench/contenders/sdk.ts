// The official SDKs, their streams iterated and nothing kept.
import type { Tally } from '../task.ts'
import type { Wire } from '../wire.ts'
import { type Contender, prompt, type Reader } from './contender.ts'

const messages = [{ role: 'user' as const, content: prompt }]

async function openai(): Promise<Reader> {
  const { default: OpenAI } = await import('openai')
  return {
    async ask(url, tally) {
      const client = new OpenAI({ apiKey: 'key', baseURL: `${url}/v1`, maxRetries: 0 })
      for await (const { choices } of await client.chat.completions.create({
        model: 'bench',
        messages,
        stream: true,
      })) {
        const delta = choices[0]?.delta
        if (delta?.content) tally.text += delta.content.length
        for (const call of delta?.tool_calls ?? []) tally.args += call.function?.arguments?.length ?? 0
      }
    },
  }
}

async function anthropic(): Promise<Reader> {
  // The provider layer's own dependency: the repository's root has none on this SDK.
  const { default: Anthropic } = await import('../../packages/ai/node_modules/@anthropic-ai/sdk/index.mjs')
  return {
    async ask(url, tally: Tally) {
      const client = new Anthropic({ apiKey: 'key', baseURL: url, maxRetries: 0 })
      const stream = await client.messages.create({ model: 'bench', max_tokens: 1024, messages, stream: true })
      for await (const event of stream) {
        if (event.type !== 'content_block_delta') continue
        if (event.delta.type === 'text_delta') tally.text += event.delta.text.length
        if (event.delta.type === 'input_json_delta') tally.args += event.delta.partial_json.length
      }
    },
  }
}

const readers: Record<Wire, () => Promise<Reader>> = { openai, anthropic }

/** The vendor's own library. */
export const contender: Contender = { load: (wire) => readers[wire]() }
