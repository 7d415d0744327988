import { describe, expect, it } from 'vitest'

import { type AssistantMessage, type Message, toolCallsOf } from '#src/message/message.ts'
import type { Model } from '#src/message/model.ts'
import { streamSimple } from '#src/stream/stream.ts'

import { brokenFacts, type Fact } from '../support/facts.ts'
import { testModel } from '../support/models.ts'
import { hasShared, sharedCases } from '../support/shared.ts'

interface Turn {
  chunks?: object[]
  text?: string
}

interface Script {
  wire: Partial<Model> & Pick<Model, 'api' | 'provider'>
  model: Turn[]
  actions: { text: string }[]
}

interface Expected {
  modelCalls?: number
  facts?: (Fact & { request: number })[]
  alsoTry?: { change: Record<string, unknown>; expected: Expected }[]
}

/** The script with one part replaced, which a dotted path names. */
function changed(script: Script, change: Record<string, unknown>): Script {
  const copy = structuredClone(script) as unknown as Record<string, unknown>
  for (const [path, value] of Object.entries(change)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce((inner, name) => inner[name] as Record<string, unknown>, copy)
    holder[last] = value
  }
  return copy as unknown as Script
}

function bodyOf({ chunks = [], text }: Turn): string {
  const said = { choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }] }
  const events = text === undefined ? chunks : [said]
  return [...events.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'].join('')
}

/** Asks until no more tools are called, and gives the bodies of all requests. */
async function play({ wire, model: turns, actions }: Script): Promise<unknown[]> {
  const model = testModel(wire)
  const requests: unknown[] = []
  const fetch: typeof globalThis.fetch = async (...request) => {
    requests.push(await new Request(...request).json())
    return new Response(bodyOf(turns[requests.length - 1] ?? {}), { headers: { 'content-type': 'text/event-stream' } })
  }
  const messages: Message[] = actions.map(({ text }) => ({ role: 'user', content: text, timestamp: 0 }))
  let last: AssistantMessage
  do {
    last = await streamSimple(model, { messages }, { apiKey: 'test', fetch }).result()
    messages.push(last, ...toolCallsOf(last).map(resultOf))
  } while (last.stopReason === 'toolUse')
  return requests
}

function resultOf({ id, name }: { id: string; name: string }): Message {
  const content = [{ type: 'text' as const, text: 'rain' }]
  return { role: 'toolResult', toolCallId: id, toolName: name, content, isError: false, timestamp: 0 }
}

async function expectPlayed(script: Script, { modelCalls, facts = [] }: Expected): Promise<void> {
  const requests = await play(script)
  expect(requests).toHaveLength(modelCalls ?? requests.length)
  for (const { request, ...fact } of facts) expect(brokenFacts([fact], requests[request - 1])).toEqual([])
}

describe.runIf(hasShared)('conversations send what the cases want (decision 55)', () => {
  const cases = sharedCases('request-build').filter(({ library, input }) => library === 'ai' && input['wire'])
  it.each(cases.map((shared) => [shared.id, shared] as const))('%s', async (_, { input, expected }) => {
    const script = input as unknown as Script
    const { alsoTry = [], ...wanted } = expected as Expected
    await expectPlayed(script, wanted)
    for (const { change, expected: more } of alsoTry) await expectPlayed(changed(script, change), more)
  })
})
