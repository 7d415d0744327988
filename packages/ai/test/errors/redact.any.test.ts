import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { secretsOf } from '#src/auth/secrets.ts'
import { AIError } from '#src/errors/ai-error.ts'
import { redact, redactError, redactorOf, redactValue } from '#src/errors/redact.ts'

const key = 'sk-"plant/ed+key=\\7Qz0'

describe('A6, decision 68: redact', () => {
  it.each([
    ['as it is', key],
    ['in JSON', JSON.stringify({ key })],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ key }) })],
    ['in JSON with escaped slashes', JSON.stringify(key).replaceAll('/', '\\/')],
    ['in an address', encodeURIComponent(key)],
    ['in an address, in lower case', encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())],
    ['in base64', btoa(key)],
    ['in base64 behind a user name', btoa(`u:${key}`)],
    ['in base64 behind a longer user name', btoa(`me:${key} and more`)],
    ['in base64 for addresses', btoa(`x${key}`).replaceAll('+', '-').replaceAll('/', '_')],
  ])('takes a key out of a text that holds it %s', (_, written) => {
    const clean = redact(`before ${written} after`, [key])
    expect(clean).toContain('REDACTED')
    expect(clean.startsWith('before ')).toBe(true)
    expect(clean.endsWith(' after')).toBe(true)
    for (const form of [key, btoa(key).slice(4, -4), 'plant']) expect(clean).not.toContain(form)
  })

  it('takes out every line of a key with a line break', () => {
    const clean = redact('a header: "sk-first-line" and second-line', ['sk-first-line\nsecond-line'])
    expect(clean).toBe('a header: "REDACTED" and REDACTED')
  })

  it('leaves placeholders, which may be words of the text', () => {
    expect(redact('No response from ollama', ['ollama', '', 'none'])).toBe('No response from ollama')
  })

  it('takes a secret out of any text, in any place, and changes nothing else', () => {
    const secret = fc.string({
      minLength: 8,
      maxLength: 40,
      unit: fc.constantFrom(...Array.from('abcXYZ019-_=+/%"\\ é')),
    })
    fc.assert(
      fc.property(
        secret.filter((text) => text.trim().length >= 8),
        fc.string(),
        fc.string(),
        (planted, before, after) => {
          expect(redact(`${before}${planted}${after}`, [planted])).not.toContain(planted)
          expect(redact(JSON.stringify({ planted }), [planted])).not.toContain(JSON.stringify(planted).slice(1, -1))
        },
      ),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redact(text, ['not-in-there-1'])).toBe(text)
      }),
    )
  })
})

describe('A6: redactError', () => {
  const clean = redactorOf([key])

  it('cleans the message, its causes, and the fields of an error of an SDK', () => {
    const sdk = Object.assign(new TypeError(`401 ${key}`), {
      error: { echo: [key] },
      headers: { 'x-echo': `Bearer ${key}` },
    })
    const error = redactError(new AIError('authentication', `bad key ${key}`, { status: 401, cause: sdk }), clean)
    expect(error).toMatchObject({ code: 'authentication', message: 'bad key REDACTED', status: 401 })
    expect(error.cause).toMatchObject({ name: 'TypeError', message: '401 REDACTED', error: { echo: ['REDACTED'] } })
    const { stack, cause } = error
    const shown = [stack, (cause as Error).stack, JSON.stringify(cause), JSON.stringify({ ...(cause as object) })].join(
      '\n',
    )
    expect(shown).not.toContain('plant')
  })

  it('gives the same error where nothing is secret', () => {
    const error = new AIError('server_error', 'busy', { cause: new Error('x', { cause: { a: [1, 'b'] } }) })
    expect(redactError(error, clean)).toBe(error)
  })

  it('ends at cycles and at what cannot be read', () => {
    const cycle: Record<string, unknown> = { key }
    cycle['self'] = cycle
    expect(redactValue(cycle, clean)).toEqual({ key: 'REDACTED', self: '…' })
    const getter = {
      get a(): string {
        throw new Error(key)
      },
    }
    expect(redactValue([getter], clean)).toEqual(['[unreadable]'])
  })
})

describe('A6: secretsOf', () => {
  it('finds keys in options, headers, addresses and credentials', () => {
    const model = {
      provider: 'nobody',
      baseUrl: 'https://me:pass%2Fword9@host.test/v1?api-key=query-key-1&user=ada&X-Amz-Signature=abcdef012345',
      headers: {
        'X-Gateway-Auth': 'gateway-secret',
        'user-agent': 'my-program/1.2.3456',
        'x-title': 'My Program 12345678',
      },
    }
    const options = {
      apiKey: 'option-key',
      authToken: 'proxy-token',
      sessionId: 'session-12345678901',
      credentials: { accessKeyId: 'AKIA0123456789', secretAccessKey: 'aws-secret', sessionToken: 'aws-session' },
      headers: {
        authorization: 'Bearer header-token',
        cookie: 'theme=dark; sid=0123456789abcdefg',
        'x-odd': 'gw_0123456789abcdef',
      },
    }
    const secrets = secretsOf({ model, options })
    for (const secret of [
      'option-key',
      'proxy-token',
      'gateway-secret',
      'header-token',
      '0123456789abcdefg',
      'gw_0123456789abcdef',
      'aws-secret',
      'aws-session',
      'query-key-1',
      'abcdef012345',
      'pass/word9',
      'me:pass%2Fword9',
    ])
      expect(secrets).toContain(secret)
    for (const harmless of [
      'session-12345678901',
      'AKIA0123456789',
      'my-program/1.2.3456',
      'My Program 12345678',
      'ada',
      'dark',
    ])
      expect(secrets).not.toContain(harmless)
  })
})
