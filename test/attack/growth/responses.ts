import { anthropic } from '../wires/anthropic.ts'
import { openaiCompletions } from '../wires/chat.ts'
import { distinctWires } from '../wires/index.ts'
import { callResponse, encodeAll, textResponse, type Wire, type WireCall } from '../wires/wire.ts'
import type { GrowthRow } from './measure.ts'
import { assertGood, read, readBytes } from './respond.ts'

function calls(wire: Wire, count: number, idOf: (index: number) => string) {
  const opened: WireCall[] = Array.from({ length: count }, (_, index) => ({ index, id: idOf(index), name: 'act' }))
  const events = opened.flatMap((call) => [
    ...wire.openCall(call),
    wire.argument('{"a":1}', call),
    ...wire.closeCall(call),
  ])
  return [...wire.begin, ...events, ...wire.finish('toolUse')]
}

/** Text in which every few characters could be the beginning of a tag. */
function almostTags(length: number): string[] {
  const text = '<think>a <b> <thi </thin <</think>x < <think'
  return Array.from({ length: length / text.length }, () => text).flatMap((part) => part.match(/.{1,7}/gs) ?? [])
}

/** Arguments of so many bytes, in fragments of a hundred. */
function longArguments(length: number): string[] {
  const item = `"${'x'.repeat(48)}",`
  const text = `{"items":[${item.repeat(length / item.length)}0]}`
  return text.match(/.{1,100}/gs) ?? []
}

function onEach(
  name: string,
  size: number,
  run: (wire: Wire, size: number) => Promise<void>,
  on = distinctWires,
): GrowthRow[] {
  return on.map((wire) => ({ name: `${name} (${wire.api})`, size, run: (count) => run(wire, count) }))
}

const sseWires = [openaiCompletions, anthropic]

/** What is read. */
export const responseRows: readonly GrowthRow[] = [
  ...onEach('calls in one response', 1250, async (wire, count) =>
    assertGood(
      await read(
        wire,
        calls(wire, count, (index) => `call_${index}`),
      ),
    ),
  ),
  ...onEach(
    'calls in one response that share one id',
    1250,
    async (wire, count) =>
      void (await read(
        wire,
        calls(wire, count, () => 'same'),
      )),
  ),
  ...onEach('words of one text', 5000, async (wire, count) =>
    assertGood(await read(wire, textResponse(wire, ...Array.from({ length: count }, () => 'word ')))),
  ),
  ...onEach('bytes of an event that comes in small chunks', 100_000, async (wire, count) =>
    assertGood(await read(wire, textResponse(wire, 'a'.repeat(count)), { chunkSize: 16 })),
  ),
  ...onEach('bytes that come one by one', 8000, async (wire, count) =>
    assertGood(
      await read(wire, textResponse(wire, ...Array.from({ length: count / 100 }, () => 'word')), { chunkSize: 1 }),
    ),
  ),
  ...onEach(
    'lines of one event',
    5000,
    async (wire, count) => {
      const body = Buffer.concat([
        Buffer.from(`data: ${'{\n'}${'data: \n'.repeat(count)}data: "a":1}\n\n`),
        encodeAll(wire, textResponse(wire, 'a')),
      ])
      assertGood(await readBytes(wire, body))
    },
    sseWires,
  ),
  ...onEach(
    'bytes of arguments that are read at each delta',
    128 * 1024,
    async (wire, count) => {
      let seen = 0
      const onEvent = (event: Parameters<NonNullable<Parameters<typeof read>[2]>['onEvent'] & object>[0]) => {
        if (event.type !== 'toolcall_delta') return
        const block = event.partial.content[event.contentIndex]
        if (block?.type === 'toolCall' && Array.isArray(block.arguments['items'])) seen += 1
      }
      assertGood(await read(wire, callResponse(wire, 'act', ...longArguments(count)), { onEvent }))
      if (seen === 0) throw new Error('The arguments cannot be read while they stream')
    },
    distinctWires.filter(({ api }) => !api.startsWith('google')),
  ),
  ...onEach(
    'characters of text with tags of thinking',
    50_000,
    async (wire, count) =>
      assertGood(
        await read(wire, textResponse(wire, ...almostTags(count)), { model: { compat: { thinkTags: true } } }),
      ),
    [openaiCompletions],
  ),
]
