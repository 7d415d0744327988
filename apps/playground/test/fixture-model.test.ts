import { type Fixture, load } from '@dreb/fixtures'
import { describe, expect, it } from 'vitest'

import { baseUrlOf } from '../src/agents/fixture-model.ts'

function askedAt(url: string): Fixture {
  return {
    ...load('refusal'),
    exchanges: [{ request: { method: 'POST', url }, response: { status: 200, headers: {}, chunks: [] } }],
  }
}

describe('where a recording is asked for', () => {
  it.each([
    ['https://api.example.com/v1/chat/completions', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/messages', 'https://api.example.com'],
    ['/v1/chat/completions', 'http://recording.example/v1'],
    ['/openai/v2/chat/completions?version=3', 'http://recording.example/openai/v2'],
  ])('%s becomes the base address %s', (url, base) => {
    expect(baseUrlOf(askedAt(url))).toBe(base)
  })
})
