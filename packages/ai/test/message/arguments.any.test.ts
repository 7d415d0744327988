import { describe, expect, it } from 'vitest'

import { parseArguments } from '#src/message/arguments.ts'
import { shorten } from '#src/values/text.ts'

describe('parseArguments', () => {
  it.each([
    ['', {}],
    [' \n', {}],
    ['null', {}],
    ['{"a":1}', { a: 1 }],
    ['"{\\"a\\":1}"', { a: 1 }],
    ['{"text":"two\nlines"}', { text: 'two\nlines' }],
    ['{\n"a":\t1}', { a: 1 }],
  ])('reads %j as %j', (text, value) => {
    expect(parseArguments(text)).toEqual({ arguments: value })
  })

  it.each(['{"a":', '{"a":1}{"b":2}', '[1]', '12', '"text"', '{"a": NaN}'])('does not guess at %j', (text) => {
    const parsed = parseArguments(text)
    expect(parsed.arguments).toEqual({})
    expect(parsed.argumentsError).toContain(text)
  })

  it('leaves a backslash before a line break alone: nobody knows which of the two was meant', () => {
    expect(parseArguments('{"text":"one\\\ntwo"}')).toMatchObject({ arguments: {}, argumentsError: expect.any(String) })
  })

  it('reads raw line breaks in texts of any length', () => {
    const text = 'a "line"\n'.repeat(1_000_000)
    const sent = JSON.stringify({ text }).replaceAll('\\n', '\n')
    expect(parseArguments(sent).arguments['text']).toBe(text)
  })

  it('keeps the error short', () => {
    expect(parseArguments(`{"a":"${'x'.repeat(100_000)}`).argumentsError?.length).toBeLessThan(2000)
  })
})

it('shortens long text in its middle', () => {
  expect(shorten('abcdef', 4)).toBe('ab… (2 characters left out) …ef')
  expect(shorten('abcd', 4)).toBe('abcd')
})
