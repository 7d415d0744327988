import { expect, it } from 'vitest'

import { resolveReference } from '#src/tools/resolve-reference.ts'

const text = { type: 'string' }
const root = { $defs: { plain: text, 'a/b': text, 'a~b': text, 'two words': text, '100%': text } }

it.each([
  '#/$defs/plain',
  '#/$defs/a~1b',
  '#/$defs/a~0b',
  '#/$defs/two%20words',
  '#/$defs/two words',
  '#/$defs/100%25',
  '#/$defs/100%',
])('%s leads into the document', (ref) => {
  expect(resolveReference(ref, root)).toBe(text)
})

it('# is the document', () => expect(resolveReference('#', root)).toBe(root))

it.each([undefined, 7, 'https://elsewhere', 'plain', '#/$defs/none', '#/$defs/plain/type/length', '#/__proto__'])(
  '%s leads nowhere',
  (ref) => expect(resolveReference(ref, root)).toBeUndefined(),
)
