import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of Chat Completions that answers every request with "ok", in two deltas. */
export async function startModelServer(): Promise<{ baseUrl: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(okStream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, server }
}

/** The body of that answer. */
export const okStream: string = [{ role: 'assistant', content: 'o' }, { content: 'k' }]
  .map((delta) => chunk(delta, null))
  .concat(chunk({}, 'stop'), 'data: [DONE]\n\n')
  .join('')

function chunk(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }]
  return `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', choices })}\n\n`
}

/** A model of that server, as a user writes one. */
export function localModel(baseUrl: string) {
  return {
    id: 'local',
    name: 'Local',
    api: 'openai-completions',
    provider: 'local',
    baseUrl,
    reasoning: false,
    input: ['text' as const],
    cost: {},
    contextWindow: 8192,
    maxTokens: 1024,
  }
}
