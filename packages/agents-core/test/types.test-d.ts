import type OpenAI from 'openai'
import { assertType, describe, expectTypeOf, it } from 'vitest'

import {
  Agent,
  AgentContext,
  type AgentNS,
  type AgentPlugin,
  CallbackTool,
  type HookResult,
  Message,
  type SendContext,
  Tool,
  ToolCallContext,
} from '#src/index.ts'

declare const client: OpenAI
declare const ctx: ToolCallContext
declare const sendContext: SendContext

describe('types', () => {
  it('refuse a plain object as a message', () => {
    // @ts-expect-error id is required
    assertType<AgentNS.Message>({ role: 'user', content: 'Hello' })
    // @ts-expect-error id is required
    assertType<AgentNS.Message[]>([{ role: 'user', content: 'Hello' }])
    // @ts-expect-error no such role
    assertType<AgentNS.Message>({ id: 'x', role: 'robot' })
    assertType<AgentNS.Message[]>([Message.System('s'), Message.User('u'), Message.Assistant()])
  })

  it('need a client and a model', () => {
    // @ts-expect-error client is missing
    assertType<ConstructorParameters<typeof Agent>[0]>({ model: 'm' })
    // @ts-expect-error no such strategy
    assertType<ConstructorParameters<typeof Agent>[0]>({ client, model: 'm', abortedToolRoundStrategy: 'forget' })
    assertType<ConstructorParameters<typeof AgentContext>[0]>({ client, model: 'm', tools: undefined })
  })

  it('of a client are those of the one that was given, and any that can be asked will do', () => {
    expectTypeOf(new AgentContext({ client, model: 'm' }).client).toEqualTypeOf<OpenAI>()
    expectTypeOf(new Agent({ client, model: 'm' }).client).toEqualTypeOf<OpenAI>()
    const own = { chat: { completions: { create: async () => [] } } }
    expectTypeOf(new Agent({ client: own, model: 'm' })).toExtend<Agent>()
  })

  it('of contexts are those of the classes', () => {
    expectTypeOf(ctx.agent).toExtend<Agent>()
    expectTypeOf(sendContext.agent).toExtend<Agent>()
    expectTypeOf<Agent>().toExtend<typeof ctx.agent>()
    expectTypeOf(ctx.tool).toExtend<Tool | undefined>()
    expectTypeOf<NonNullable<AgentPlugin['onToolCall']>>().parameter(0).toExtend<ToolCallContext>()
  })

  it('of hooks and events are the documented ones', () => {
    expectTypeOf<HookResult>().toEqualTypeOf<string | void | Promise<string | void>>()
    const agent = new Agent({ client, model: 'm' })
    agent.events.on('chunk', (chunk) =>
      expectTypeOf(chunk).toEqualTypeOf<OpenAI.Chat.Completions.ChatCompletionChunk>(),
    )
    agent.events.on('chunk-parsed', (receiver) => expectTypeOf(receiver).toEqualTypeOf<AgentNS.Message>())
    agent.events.on('tool-call', (context: ToolCallContext) => expectTypeOf(context.parsedArgs).toBeObject())
    // @ts-expect-error no such event
    agent.events.on('sub-agent', () => {})
  })

  it('of a callback are those of its arguments, where they are given', () => {
    new CallbackTool<{ a: number }>({
      function: { name: 'f', parameters: {} },
      callback: ({ a }) => expectTypeOf(a).toBeNumber(),
    })
  })
})
