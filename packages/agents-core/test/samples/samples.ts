import {
  Agent,
  AgentTool,
  CallbackTool,
  Message,
  sumUsage,
  Tool,
  ToolCallContext,
  type AgentNS,
  type AgentPlugin,
  type SendContext,
  type UnknownToolContext,
} from '@ai-zen/agents-core'
// The code samples of the document, one after another, as a program of a user: built package, official client.
import OpenAI from 'openai'

const client = new OpenAI({ apiKey: 'sk-xxx', baseURL: process.env['BASE_URL'] ?? '' })

// Agent
const agent = new Agent({ client, model: 'gpt-4o', modelConfig: { temperature: 0.7 } })
agent.append(Message.System('You are an AI assistant.'))
await agent.send('Hello.')
for (const { role, status, content } of agent.messages) console.log(role, status, content)

// Message
const toolCall = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } } as const
const made: AgentNS.Message[] = [
  Message.System('You are an assistant.'),
  Message.User([
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: 'https://example.com/img.jpg', detail: 'high' } },
    { type: 'file', file_id: 'file-api-xxxxxxxxxxxxxxxx' },
  ]),
  Message.Assistant(),
  Message.Tool(toolCall, '执行结果'),
  Message.Function(toolCall.function, '执行结果'),
]
console.log('roles', ...made.map(({ role }) => role))

// Tool
class WeatherTool extends Tool {
  function = {
    name: 'get_weather',
    description: 'Query the weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', description: 'City name' } },
      required: ['city'],
    },
  }

  async exec(ctx: ToolCallContext) {
    const { city } = ctx.parsedArgs
    return `The weather in ${city} today is sunny, 22°C.`
  }
}
const resultOf = (messages: AgentNS.Message[]) => messages.find(({ role }) => role === 'tool')?.content
console.log(
  'weather',
  resultOf(await new Agent({ client, model: 'gpt-4o', tools: [new WeatherTool()] }).send('Weather?')),
)

// CallbackTool
const calculator = new CallbackTool({
  function: { name: 'calculator', description: 'Calculate the sum', parameters: {} },
  callback(parsedArgs, ctx) {
    return ctx.signal.aborted ? 0 : parsedArgs['a'] + parsedArgs['b']
  },
})
console.log('sum', resultOf(await new Agent({ client, model: 'gpt-4o', tools: [calculator] }).send('1 + 2?')))

// Plugins
const guard: AgentPlugin = {
  onBeforeSend(ctx: SendContext) {
    if (ctx.content.includes('secret')) return 'This content is not allowed.'
  },
  onToolCall(ctx: ToolCallContext) {
    if (ctx.tool_call.function?.name === 'rm') return `Tool "rm" is rejected.`
  },
  onUnknownTool(ctx: UnknownToolContext) {
    return `Tool "${ctx.toolCall.function?.name}" is unavailable.`
  },
}
const rm = new CallbackTool({ function: { name: 'rm', parameters: {} }, callback: () => 'deleted' })
const guarded = new Agent({ client, model: 'gpt-4o', tools: [rm] })
guarded.use(guard)
await guarded.init()
await guarded.send('my secret').catch((error: Error) => console.log('refused', error.message))
console.log('rejected', resultOf(await guarded.send('rm')))
const unknowing = new Agent({ client, model: 'gpt-4o', tools: [new WeatherTool()] }).use(guard)
unknowing.events.once('parsed', () => (unknowing.tools = []))
console.log('unknown', resultOf(await unknowing.send('Weather?')))

// Events and sub-agents
const ask = new AgentTool({
  function: { name: 'ask', description: 'Asks another agent', parameters: { type: 'object', properties: {} } },
  client,
  model: 'gpt-4o',
  messages: [Message.System('You answer.'), Message.User('About {{city}}')],
})
const host = new Agent({ client, model: 'gpt-4o', tools: [ask] })
const heard = new Set<string>()
host.events.on('before-send', (ctx: SendContext) => heard.add(ctx.content && 'before-send'))
host.events.on('tool-call', (ctx: ToolCallContext) => heard.add(ctx.tool ? 'tool-call' : ''))
host.events.on('unknown-tool', (ctx: UnknownToolContext) => heard.add(ctx.availableTools.join()))
host.events.on('open', () => heard.add('open'))
host.events.on('chunk', (chunk) => heard.add(chunk.choices && 'chunk'))
host.events.on('chunk-parsed', (receiver, chunk) => heard.add(receiver && chunk && 'chunk-parsed'))
host.events.on('parsed', (receiver) => heard.add(receiver.id && 'parsed'))
host.events.on('error', (error) => heard.add(error.message))
host.events.on('finally', () => heard.add('finally'))
host.events.on('sub-agent-start', ({ agent: own, subAgent }) => heard.add(own === subAgent ? '' : 'sub-agent-start'))
host.events.on('sub-agent-end', ({ toolCallContext }) =>
  heard.add(toolCallContext.resultMessage.subAgentUsage ? 'sub-agent-end' : ''),
)
await host.send('Rome?')
const order = [
  'before-send',
  'open',
  'chunk',
  'chunk-parsed',
  'parsed',
  'finally',
  'tool-call',
  'sub-agent-start',
  'sub-agent-end',
]
console.log('heard', ...order.filter((name) => heard.has(name)))

// Usage: two own responses and one of the sub-agent
console.log('total', sumUsage(host.messages).total_tokens, 'prompt', host.lastUsage?.prompt_tokens)

// Abort
agent.events.on('open', () => agent.abort())
await agent.send('Hello.')
console.log(agent.messages.at(-1)?.status)
