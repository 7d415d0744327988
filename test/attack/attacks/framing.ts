import { sseText } from '../wires/sse.ts'
import { textResponse, type Wire } from '../wires/wire.ts'
import { type Attack, brokenEnds, oddEnds, onSse } from './attack.ts'

/** A complete response as text, so that an attack can rewrite it. */
function bodyOf(wire: Wire, ...text: string[]): string {
  return textResponse(wire, ...text)
    .map(sseText)
    .join('')
}

/** An attack that rewrites a complete response which says "Hello". */
function rewrites(
  name: string,
  rewrite: (body: string, wire: Wire) => string | Uint8Array,
  more: Partial<Attack> = {},
): Attack {
  const serve: Attack['serve'] = (reply, wire) => reply.head().end(rewrite(bodyOf(wire, 'Hel', 'lo'), wire))
  return { name, on: onSse, serve, ends: ['stop'], text: 'Hello', ...more }
}

/** After the first event. */
function inserted(text: string) {
  return (body: string): string => body.replace('\n\n', `\n\n${text}`)
}

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const wide = 'Hello \u2713 \u{1F389} \u65e5\u672c \u{1F469}\u200D\u{1F680}'

/** Servers that use every freedom of server-sent events, and some that nobody gave them. */
export const sseAttacks: readonly Attack[] = [
  rewrites('begins with a byte order mark', (body) => `\ufeff${body}`),
  rewrites('ends its lines with CR LF', (body) => body.replaceAll('\n', '\r\n')),
  rewrites('ends its lines with CR', (body) => body.replaceAll('\n', '\r')),
  rewrites('mixes all kinds of line ends', (body) => body.replace(/\n\n/g, '\r\n\n').replace('\r\n\n', '\r\r')),
  rewrites('leaves out the blank after the colon', (body) => body.replaceAll('data: ', 'data:')),
  rewrites('leaves out the last line end', (body) => body.trimEnd()),
  rewrites('spreads its data over many lines', (body) => body.replaceAll(/^data: \{/gm, 'data: {\ndata: ')),
  rewrites('sends comments between all lines', (body) => body.replaceAll('\n\n', '\n: a comment\n\n: another\n\n')),
  rewrites('sends fields that nobody knows', inserted('id: a\0b\nretry: soon\nfoo\nbar: baz\n\n')),
  rewrites('sends events without data', inserted('event: nothing\n\ndata\n\ndata:\n\n')),
  rewrites('sends data that is not JSON', inserted('data: {"a":\n\n'), { warns: 'sse_parse_error' }),
  rewrites(
    'sends data that is not an object',
    inserted(['null', '5', '"text"', '[]', 'true', '[[null]]'].map((data) => `data: ${data}\n\n`).join('')),
  ),
  rewrites('sends data nested 100,000 levels deep', inserted(`data: ${deep}\n\n`), { ends: oddEnds }),
  rewrites(
    'sends an object nested 100,000 levels deep',
    inserted(`data: ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n\n`),
    { ends: oddEnds },
  ),
  rewrites('sends bytes that are no UTF-8', (body) => Buffer.from(body.replace('"lo"', '"l\u00ffo"'), 'latin1'), {
    text: 'Hell\ufffdo',
  }),
  rewrites('sends [DONE] first', (body) => `data: [DONE]\n\n${body}`, { ends: [...brokenEnds, 'stop'] }),
  rewrites('sends [DONE] twice', (body) => `${body}data: [DONE]\n\ndata: [DONE]\n\n`),
  rewrites('sends nothing but [DONE]', () => 'data: [DONE]\n\n', { ends: brokenEnds }),
  rewrites('sends the keys __proto__ and constructor everywhere', polluted),
  rewrites(
    'repeats keys of its JSON',
    (body) =>
      body
        .replaceAll('data: {"', 'data: {"type":null,"type":5,"')
        .replaceAll('"type":null,"type":5,"type"', '"type":null,"type"'),
    { ends: oddEnds },
  ),
  {
    name: 'cuts its body after every byte',
    on: onSse,
    serve: (reply, wire) =>
      reply
        .head()
        .trickle(
          [...Buffer.from(bodyOf(wire, wide))].map((byte) => Uint8Array.of(byte)),
          0,
        )
        .then(() => reply.end()),
    ends: ['stop'],
    text: wide,
    deadlineMs: 10_000,
  },
  {
    name: 'escapes lone surrogates',
    on: onSse,
    serve: (reply, wire) => reply.head().end(bodyOf(wire, 'a\ud83d', '\ude00b\udc00', '\ud800')),
    ends: ['stop'],
  },
]

function polluted(body: string): string {
  const keys = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,'
  return body.replaceAll(/\{"/g, `{${keys}"`)
}
