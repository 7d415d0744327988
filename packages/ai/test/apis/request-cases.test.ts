import { describe, expect, it } from 'vitest'

import type { Model } from '#src/message/model.ts'
import type { SimpleStreamOptions, Tool } from '#src/options/options.ts'
import { streamSimple } from '#src/stream/stream.ts'

import { brokenFacts, type Fact } from '../support/facts.ts'
import { testModel } from '../support/models.ts'
import { apiOf, fromNeutral, type NeutralMessage } from '../support/neutral.ts'
import { hasShared, sharedCases } from '../support/shared.ts'

interface CaseInput {
  model: Partial<Model> & { api: string; provider: string }
  messages: NeutralMessage[]
  system?: string
  tools?: Tool[]
  options?: SimpleStreamOptions
}

interface Expected {
  facts?: Fact[]
  anyOf?: Expected[]
  alsoTry?: { change: Record<string, unknown>; facts: Fact[] }[]
  outgoing?: Outgoing[]
}

/** A message of a request, in the notation of the cases. */
interface Outgoing {
  role: string
  text?: string
  textMatches?: string
  calls?: string[]
  for?: string
  isError?: boolean
}

describe.runIf(hasShared)('requests are built as the cases say', () => {
  // A case with a script of responses is a conversation: see script-cases.test.ts.
  const cases = sharedCases('request-build').filter(({ library, input }) => library === 'ai' && !input['wire'])
  it.each(cases.map((shared) => [shared.id, shared] as const))('%s', async (_, { input, expected }) => {
    const asked = input as unknown as CaseInput
    const { alsoTry = [], ...wanted } = expected as Expected
    expect(faultsIn(wanted, await bodyOf(asked))).toEqual([])
    for (const { change, facts } of alsoTry)
      expect(brokenFacts(facts, await bodyOf(changed(asked, change)))).toEqual([])
  })
})

describe.runIf(hasShared)('histories are repaired as the cases say', () => {
  const cases = sharedCases('history-repair').filter(({ library }) => library === 'ai')
  it.each(cases.map((shared) => [shared.id, shared] as const))('%s', async (_, { input, expected }) => {
    const { target, messages } = input as unknown as { target: { api: string }; messages: NeutralMessage[] }
    const provider = target.api === 'anthropic-messages' ? 'anthropic' : 'openai'
    const body = await bodyOf({ model: { api: target.api, provider }, messages })
    const sent = outgoingOf(body)
    const { anyOf = [expected] }: Expected = expected
    expect(anyOf.map(({ outgoing = [] }) => isSame(sent, outgoing))).toContain(true)
  })
})

/** A copy with other values at dotted paths. */
function changed(input: CaseInput, change: Record<string, unknown>): CaseInput {
  const copy = structuredClone(input)
  for (const [path, value] of Object.entries(change)) {
    const keys = path.split('.')
    const last = keys.pop()!
    const holder = keys.reduce((at, key) => (at[key] ??= {}) as Wire, copy as unknown as Wire)
    holder[last] = value
  }
  return copy
}

/** The body that goes over the wire, through the real SDK. The stored history must not change on the way. */
async function bodyOf({ model: facts, messages, system, tools, options }: CaseInput): Promise<unknown> {
  const model = testModel({ reasoning: false, ...facts, api: apiOf(facts.api) })
  const history = fromNeutral(messages, model)
  const before = structuredClone(history)
  const sent: unknown[] = []
  const fetch: typeof globalThis.fetch = async (...request) => {
    sent.push(await new Request(...request).json())
    return new Response('{"error":{"message":"only the request counts"}}', { status: 400 })
  }
  const context = { messages: history, ...(system && { systemPrompt: system }), ...(tools && { tools }) }
  await streamSimple(model, context, { apiKey: 'test', ...options, fetch }).result()
  expect(history).toEqual(before)
  expect(sent).toHaveLength(1)
  return sent[0]
}

function faultsIn({ facts = [], anyOf = [] }: Expected, body: unknown): string[] {
  const alternatives = anyOf.map((one) => faultsIn(one, body))
  const isNone = alternatives.length > 0 && alternatives.every((faults) => faults.length > 0)
  return [...brokenFacts(facts, body), ...(isNone ? alternatives.flat() : [])]
}

type Wire = Record<string, unknown>

function outgoingOf(body: unknown): Outgoing[] {
  const messages = (body as { messages: Wire[] }).messages
  return messages.flatMap((message) =>
    typeof message['content'] === 'object' && message['content'] ? fromBlocks(message) : [fromChat(message)],
  )
}

function fromChat({ role, content, tool_calls: calls, tool_call_id: id }: Wire): Outgoing {
  const text = typeof content === 'string' ? content : ''
  if (role === 'tool') return { role: 'toolResult', for: String(id), text }
  return { role: String(role), text, calls: ((calls ?? []) as Wire[]).map((call) => String(call['id'])) }
}

function fromBlocks({ role, content }: Wire): Outgoing[] {
  const blocks = content as Wire[]
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const text = blocks.flatMap((block) => (block['type'] === 'text' ? [String(block['text'])] : [])).join('\n')
  const calls = blocks.flatMap((block) => (block['type'] === 'tool_use' ? [String(block['id'])] : []))
  const said = text !== '' || calls.length > 0 ? [{ role: String(role), text, calls }] : []
  return [...results.map((result) => fromResult(result)), ...said]
}

function fromResult({ tool_use_id: id, content, is_error: isError }: Wire): Outgoing {
  return { role: 'toolResult', for: String(id), text: String(content), isError: isError === true }
}

function isSame(sent: readonly Outgoing[], wanted: readonly Outgoing[]): boolean {
  return sent.length === wanted.length && wanted.every((message, at) => isSameMessage(sent[at], message))
}

/** Legal ids stay as they are, so they can be compared. Chat Completions does not tell errors. */
function isSameMessage(sent: Outgoing | undefined, wanted: Outgoing): boolean {
  if (!sent || sent.role !== wanted.role || sent.for !== wanted.for) return false
  if ((sent.calls ?? []).join() !== (wanted.calls ?? []).join()) return false
  if (wanted.text !== undefined && sent.text !== wanted.text) return false
  if (wanted.textMatches !== undefined && !new RegExp(wanted.textMatches).test(sent.text ?? '')) return false
  return wanted.isError === undefined || sent.isError === undefined || sent.isError === wanted.isError
}
