import { load, names } from '@dreb/fixtures'
import { describe, expect, it } from 'vitest'

import { chunkBytes } from '../../src/replay/chunk-bytes.ts'
import { spotlight } from '../../src/timeline/spotlight.ts'

describe('the spotlight on a wire chunk', () => {
  it('falls on the delta and on the finish reason', () => {
    const chunk = 'data: {"id":"x","choices":[{"delta":{"content":"a } b"},"finish_reason":"stop"}]}'
    expect(spotlight(chunk)).toEqual([
      { text: 'data: {"id":"x","choices":[{', isNews: false },
      { text: '"delta":{"content":"a } b"}', isNews: true },
      { text: ',', isNews: false },
      { text: '"finish_reason":"stop"', isNews: true },
      { text: '}]}', isNews: false },
    ])
  })

  it('reaches to the end of a chunk that is cut off', () => {
    expect(spotlight('{"delta":{"content":"ab').at(-1)).toEqual({ text: '"delta":{"content":"ab', isNews: true })
  })

  it.each(names())('loses nothing of %s', (name) => {
    const chunks = load(name).exchanges.flatMap(({ response }) => response.chunks)
    const texts = chunks.map((chunk) => new TextDecoder().decode(chunkBytes(chunk)))
    expect(
      texts.map((text) =>
        spotlight(text)
          .map((part) => part.text)
          .join(''),
      ),
    ).toEqual(texts)
  })
})
