import type { AssistantMessage, Message } from '@dreb/ai'
import { type TObject, type TString, Type } from '@sinclair/typebox'
import { expectTypeOf, it } from 'vitest'

import type { Agent, AgentEvent, AgentMessage, AgentTool, StreamFn, ToolParams } from '#src/index.ts'
import { streamProxy } from '#src/index.ts'

it('a tool without type arguments reads its params freely', () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- that they are any is what is tested
  expectTypeOf<Parameters<AgentTool['execute']>[1]>().toEqualTypeOf<any>()
})

it('a tool with a TypeBox schema has params of its type', () => {
  const schema = Type.Object({ path: Type.String(), depth: Type.Optional(Type.Number()) })
  expectTypeOf<ToolParams<typeof schema>>().toEqualTypeOf<{ path: string; depth?: number }>()
  const tool: AgentTool<typeof schema> = {
    name: 't',
    label: 'T',
    description: 't',
    parameters: schema,
    execute: async (_id, { path }) => ({ content: [{ type: 'text', text: path satisfies string }] }),
  }
  expectTypeOf(tool).toExtend<AgentTool>()
})

it('a tool with a Standard Schema has params of its output', () => {
  interface Schema {
    '~standard': { version: 1; vendor: 'x'; types?: { input: string; output: { n: number } } }
  }
  expectTypeOf<ToolParams<Schema>>().toEqualTypeOf<{ n: number }>()
})

it('a tool with a plain schema has params that are any object', () => {
  expectTypeOf<ToolParams<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>()
})

it('tools of different types go into one list', () => {
  expectTypeOf<(AgentTool<TObject<{ a: TString }>> | AgentTool)[]>().toExtend<Parameters<Agent['setTools']>[0]>()
})

it('without messages of the application, messages are those of the provider layer', () => {
  expectTypeOf<AgentMessage>().toEqualTypeOf<Message>()
})

it('streamProxy is a stream function, with or without the address and the token', () => {
  const addressed: StreamFn = (model, context, options) =>
    streamProxy(model, context, { ...options, authToken: 't', proxyUrl: 'u' })
  expectTypeOf(addressed).toExtend<StreamFn>()
  expectTypeOf(streamProxy).toExtend<StreamFn>()
})

it('a stream function of your own need not tell what kind of failure it had', () => {
  type Failure = { type: 'error'; reason: 'error'; error: AssistantMessage }
  expectTypeOf<(...given: Parameters<StreamFn>) => AsyncIterable<Failure>>().toExtend<StreamFn>()
})

it('a listener may return anything', () => {
  expectTypeOf<(event: AgentEvent) => number>().toExtend<Parameters<Agent['subscribe']>[0]>()
})
