import { format as libraryFormats } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formats } from '#src/tools/formats.ts'
import { automatonOf } from '#src/tools/pattern-automaton.ts'
import { parsePattern } from '#src/tools/pattern-syntax.ts'
import { safePattern } from '#src/tools/safe-pattern.ts'
import { validateToolArgumentsSync } from '#src/validate.ts'

/** Milliseconds that a check takes. */
function timeOf(check: () => unknown): number {
  const started = performance.now()
  check()
  return performance.now() - started
}

const check = (property: object, value: unknown) => () =>
  validateToolArgumentsSync(
    { name: 't', parameters: { type: 'object', properties: { a: property } } },
    { name: 't', arguments: { a: value } },
  )

describe('A7: formats', () => {
  const examples: [format: string, valid: string[], invalid: string[]][] = [
    ['date', ['2024-02-29', '1999-12-31'], ['2023-02-29', '2024-13-01', '2024-1-1', '']],
    [
      'time',
      ['12:00:00Z', '23:59:60z', '12:00:00.25+01:30', '15:59:60-08:00'],
      ['12:00:00', '24:00:00Z', '22:59:60Z', '12:00:00+24:00'],
    ],
    [
      'date-time',
      ['2024-01-01T00:00:00Z', '2024-01-01 00:00:00z'],
      ['2024-01-01', '2024-01-01TT00:00:00Z', '2024-01-32T00:00:00Z'],
    ],
    ['duration', ['P1D', 'PT1H30M', 'P1Y2M3DT4H5M6S', 'P2W'], ['P', 'PT', '1D', 'P1H']],
    [
      'email',
      ['a@b.co', 'a.b+c@sub.host', '"a b"@c.d', 'a@[127.0.0.1]', 'a@[IPv6:::1]'],
      ['a', '@b', 'a..b@c.d', '.a@b.c', 'a@-b.c', `${'a'.repeat(65)}@b.c`],
    ],
    ['hostname', ['localhost', 'a-b.example.com'], ['-a.b', 'a..b', 'a_b', 'x'.repeat(64), '']],
    ['ipv4', ['127.0.0.1', '255.255.255.255'], ['256.0.0.1', '1.2.3', '1.2.3.4.5', '']],
    [
      'ipv6',
      ['::', '::1', '1:2:3:4:5:6:7:8', 'fe80::1:2', '::ffff:1.2.3.4'],
      ['1:2:3', ':::', '1::2::3', '12345::', 'g::', '1:2:3:4:5:6:7:8:9', ''],
    ],
    ['uri', ['https://a.b/c?d=e#f', 'urn:x:y', 'mailto:a@b.c', 'http://[::1]:8/'], ['a/b', 'http://a b', 'x:%zz', '']],
    ['uri-reference', ['a/b', '', '#f', 'https://a.b'], ['a b', '%g0']],
    ['uri-template', ['/a/{b}', '/a{?b,c*}'], ['/a/{b', '/a}']],
    [
      'url',
      ['http://localhost:3000', 'https://a.b/c', 'http://aaaaaaaaaaaaaaaaaaaaaaaaaaaa/api'],
      ['a.b', 'https://', 'mailto:a@b.c', 'http://a b'],
    ],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567', '123e4567-e89b-12d3-a456-42661417400g']],
    ['json-pointer', ['', '/a/~0b/~1'], ['a', '/~2']],
    ['json-pointer-uri-fragment', ['#/a'], ['/a']],
    ['relative-json-pointer', ['0', '1/a', '2#'], ['a', '-1', '01']],
    ['regex', ['^a+$'], ['(']],
  ]

  it.each(examples)('%s', (name, valid, invalid) => {
    const test = formats.get(name)
    expect(valid.filter((text) => test?.(text) !== true)).toEqual([])
    expect(invalid.filter((text) => test?.(text) !== false)).toEqual([])
  })

  it('has a check of its own for each format of the library', () => {
    expect(Object.keys(libraryFormats).filter((name) => !formats.has(name))).toEqual([])
  })

  it('takes what the library takes: dates, times, addresses', () => {
    const names = ['date', 'date-time', 'time', 'ipv4', 'ipv6', 'uuid', 'json-pointer', 'hostname'] as const
    const digits = fc.string({ maxLength: 30, unit: fc.constantFrom(...Array.from('0129:.-+TZzaf~/')) })
    const dates = fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(2e12) })
      .map((date) => date.toISOString())
    const texts = fc.oneof(digits, dates, fc.ipV4(), fc.ipV6(), fc.uuid(), fc.domain())
    fc.assert(
      fc.property(texts, fc.constantFrom(...names), (text, name) => {
        expect([name, text, formats.get(name)?.(text)]).toEqual([name, text, libraryFormats[name]?.(text)])
      }),
      { numRuns: 500 },
    )
  })

  it.each([...formats.keys()])('%s takes linear time', (name) => {
    const long = 300_000
    const hostile = [
      'http://' + 'a'.repeat(long),
      'a'.repeat(long) + '@',
      '1'.repeat(long),
      ':'.repeat(long),
      '{a'.repeat(long),
      '/~'.repeat(long),
      '%'.repeat(long),
      `"${'\\"'.repeat(long)}`,
      ' '.repeat(long),
    ]
    for (const text of hostile) expect(timeOf(() => formats.get(name)?.(text))).toBeLessThan(500)
  })

  it('checks the address of the report in no time', () => {
    expect(timeOf(check({ type: 'string', format: 'url' }, 'http://aaaaaaaaaaaaaaaaaaaaaaaaaaaa/api'))).toBeLessThan(
      1000,
    )
  })

  it.each(['constructor', '__proto__', 'toString', 'made-up'])(
    'does not check the format %s, which there is not',
    (format) => {
      expect(check({ type: 'string', format }, 'x')()).toEqual({ a: 'x' })
    },
  )

  it('leaves the table of the library as it was', () => {
    const before = { ...libraryFormats }
    expect(check({ type: 'string', format: 'date', pattern: '4' }, 'x')).toThrow('must match format "date"')
    expect({ ...libraryFormats }).toEqual(before)
  })
})

describe('A7: patterns', () => {
  it('reports patterns and formats as they stand in the schema', () => {
    const both = { type: 'string', pattern: '^(a+)+$', format: 'date' }
    expect(check(both, 'b')).toThrow(
      /must match format "date"[\s\S]*must match pattern "\^\(a\+\)\+\$"|must match pattern[\s\S]*must match format/,
    )
    expect(check({ type: 'string', pattern: '^(a+)+$' }, 'aaa')()).toEqual({ a: 'aaa' })
  })

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(a*)*b',
    '^(\\w+\\s?)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a*a*a*a*a*a*b',
    '(a?){30}a{30}b',
  ])('runs %s in bounded time on hostile text', (pattern) => {
    const matches = safePattern(pattern)
    for (const length of [30, 1000, 100_000]) {
      expect(timeOf(() => matches(`${'a'.repeat(length)}!`))).toBeLessThan(4000)
    }
  })

  it('matches what the engine matches', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\w',
      '[ab]',
      '[^a]',
      '\\d',
      '\\b',
      '^',
      '$',
      '(?:ab)',
      '\\u{61}',
      '\\x62',
      '[a-c-]',
    )
    const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc
          .tuple(
            fc.oneof(
              atom,
              tie('part').map((part) => `(${part})`),
            ),
            fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'),
          )
          .map(([part, repeat]) => (/^(\\b|\^|\$)$/.test(part) ? part : part + repeat)),
        fc.tuple(tie('part'), tie('part')).map(([left, right]) => `(?:${left}|${right})`),
      ),
      pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    }))
    // No characters beyond U+FFFF: V8 of Node 26 answers `/[^a]$/u.test('😀')` with false.
    const text = fc.string({ maxLength: 8, unit: fc.constantFrom(...Array.from('abc1 -\né')) })
    fc.assert(
      fc.property(pattern, text, (source, candidate) => {
        const automaton = automatonOf(parsePattern(source))
        expect([source, candidate, automaton?.test(candidate)]).toEqual([
          source,
          candidate,
          new RegExp(source, 'u').test(candidate),
        ])
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['^\\p{Lu}[\\p{L}\\s]*$', 'Ünï cödé', 'ünï'],
    ['^[^\\]]+$', 'a', ']'],
    ['^\\uD83D\\uDE00+$', '😀😀', '😁'],
    ['^(?<year>\\d{4})-\\d\\d$', '2024-01', '24-01'],
    ['^#?([a-f0-9]{6}|[a-f0-9]{3})$', '#abc', '#abcd'],
    ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'a-slug-2', 'a--b'],
  ])('reads %s', (source, match, miss) => {
    const automaton = automatonOf(parsePattern(source))
    expect([match, miss].map((text) => automaton?.test(text))).toEqual([true, false])
    expect([match, miss].map(safePattern(source))).toEqual([true, false])
  })

  it('runs what is no automaton as long as it is bounded, and refuses the rest', () => {
    const password = safePattern('^(?=.*[A-Z])(?=.*\\d).{8,64}$')
    expect(['Passw0rdPassw0rd', 'password'].map(password)).toEqual([true, false])
    expect(safePattern('(a)\\1')('xaa')).toBe(true)
    expect(() => safePattern('^(?!x)(a+)+$')).toThrow('could take exponential time')
    expect(check({ type: 'string', pattern: '^(?!x)(a+)+$' }, 'a')).toThrow('cannot be checked')
  })

  it('takes long text for a simple pattern', () => {
    expect(safePattern('^.{0,100000}$')('x'.repeat(90_000))).toBe(true)
    expect(safePattern('^[\\s\\S]*end$')(`${'x'.repeat(1e6)}end`)).toBe(true)
  })

  it('bounds patterns of property names', () => {
    const parameters = (pattern: string) => ({ type: 'object', patternProperties: { [pattern]: { type: 'number' } } })
    const read = (pattern: string, name: string) =>
      validateToolArgumentsSync(
        { name: 't', parameters: parameters(pattern) },
        { name: 't', arguments: { [name]: '1' } },
      )
    expect(read('^n_', 'n_x')).toEqual({ n_x: 1 })
    expect(read('\\d$', 'x1')).toEqual({ x1: 1 })
    expect(timeOf(() => read('a*a*a*b', 'a'.repeat(100_000)))).toBeLessThan(1000)
    expect(() => read('^(a+)+$', 'a')).toThrow('cannot be checked')
  })
})

describe('A7: numbers written as text', () => {
  it('are read in linear time', () => {
    const long = `${'1'.repeat(200_000)}x`
    for (const text of [long, `${'1'.repeat(200_000)}.`, `1e${long}`, `${' '.repeat(200_000)}x`]) {
      expect(timeOf(() => expect(check({ type: 'number' }, text)).toThrow('must be number'))).toBeLessThan(500)
    }
  })
})

describe('decision 66: a union of text and an object', () => {
  const object = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }

  it.each([
    ['anyOf', { anyOf: [{ type: 'string' }, object] }],
    ['oneOf', { oneOf: [object, { type: 'string' }] }],
    ['types', { ...object, type: ['string', 'object'] }],
  ])('takes the object whose JSON the text is, if it fits whole (%s)', (_, union) => {
    expect(check(union, '{"x":1}')()).toEqual({ a: { x: 1 } })
    expect(check(union, '{"y":1}')()).toEqual({ a: '{"y":1}' })
    expect(check(union, '{"x":')()).toEqual({ a: '{"x":' })
    expect(check(union, 'plain')()).toEqual({ a: 'plain' })
  })

  it('leaves a list, a parameter that is text, and one that may be anything, alone', () => {
    const list = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }
    expect(check(list, '[1,2]')()).toEqual({ a: '[1,2]' })
    expect(check({ type: 'string' }, '{"x":1}')()).toEqual({ a: '{"x":1}' })
    expect(check({ anyOf: [{ type: 'string' }, {}] }, '{"x":1}')()).toEqual({ a: '{"x":1}' })
  })
})
