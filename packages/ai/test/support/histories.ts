import fc from 'fast-check'

import type { Message } from '#src/message/message.ts'

/** Ids that vendors use, that others refuse, that repeat, and that are none. */
const anyId = fc.constantFrom(
  'c1',
  'c2',
  'functions.get:0',
  'functions.get.0',
  'call|fc_1',
  'x'.repeat(80),
  '',
  'é',
  'call_0',
)

const oddText = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'a\0b', 'half \ud83d', '\udc00', 'whole 🌤', 'trailing '),
  fc.string({ maxLength: 8 }),
)

const text = fc.record(
  { type: fc.constant('text'), text: oddText, textSignature: fc.constantFrom('sig', 'c2ln') },
  { requiredKeys: ['type'] },
)
const image = fc.record({
  type: fc.constant('image'),
  data: fc.constantFrom('QUJD', 'data:image/png;base64,QUJD', ''),
  mimeType: fc.constant('image/png'),
})
const thinking = fc.record(
  {
    type: fc.constant('thinking'),
    thinking: oddText,
    thinkingSignature: fc.constantFrom('sig', 'reasoning_content', '{"field":"reasoning"}', '{"field":'),
    redacted: fc.boolean(),
  },
  { requiredKeys: ['type', 'thinking'] },
)
const call = fc.record(
  {
    type: fc.constant('toolCall'),
    id: anyId,
    name: fc.constantFrom('get', 'set', '', 'functions.get', '$get it', '9'.repeat(200)),
    arguments: fc.oneof(fc.dictionary(oddText, oddText, { maxKeys: 2 }), fc.constantFrom(null, [], '{"a":1}', '{')),
    argumentsError: fc.constant('not valid JSON'),
    thoughtSignature: fc.constantFrom('sig', '{"type":"reasoning.encrypted","id":"c1","data":"x"}'),
  },
  { requiredKeys: ['type', 'name'] },
)
const alien = fc.constantFrom(null, 'a bare string', { type: 'video' }, {}, 7)

const origins = [
  { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-test' },
  { api: 'openai-completions', provider: 'openai', model: 'gpt-test' },
  { api: 'openai-completions', provider: 'deepseek', model: 'deepseek-test' },
  {},
]

const timestamp = fc.constant(0)
const contentOf = (...blocks: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.array(fc.oneof(...blocks, alien), { maxLength: 4 }) },
    { weight: 1, arbitrary: oddText },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined) },
  )

const user = fc.record({ role: fc.constant('user'), content: contentOf(text, image), timestamp })
const assistant = fc
  .record({
    role: fc.constant('assistant'),
    content: contentOf(text, thinking, call, call),
    origin: fc.constantFrom(...origins),
    stopReason: fc.constantFrom('stop', 'toolUse', 'length', 'error', 'aborted', undefined),
    timestamp,
  })
  .map(({ origin, ...message }) => ({ ...message, ...origin }))
const toolResult = fc.record(
  {
    role: fc.constant('toolResult'),
    toolCallId: anyId,
    toolName: fc.constantFrom('get', 'other', 'functions.get'),
    content: contentOf(text, image),
    isError: fc.boolean(),
    timestamp,
  },
  { requiredKeys: ['role', 'timestamp'] },
)

/** Histories as they may come from anywhere: aborted, trimmed, restored, written by others, or broken. */
export const anyHistory: fc.Arbitrary<Message[]> = fc
  .array(fc.oneof(user, assistant, assistant, toolResult, toolResult, fc.constantFrom(null, { role: 'custom' })), {
    maxLength: 12,
  })
  .map((messages) => messages as Message[])
