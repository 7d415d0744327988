import { AIError } from '../errors/ai-error.ts'

/**
 * Headers that can be sent as they are. Checked before anybody else sees them: `fetch` and the SDKs quote the value, so
 * the key, in what they throw.
 *
 * @throws AIError `invalid_request`, never retried, naming the header and what is wrong, not its value
 */
export function assertSendableHeaders(headers: Readonly<Record<string, string | null>>): void {
  for (const [name, value] of Object.entries(headers)) {
    const reason = value === null ? undefined : reasonAgainst(name, value)
    if (reason !== undefined)
      throw new AIError('invalid_request', `The header "${shown(name)}" cannot be sent: ${reason}`)
  }
}

function reasonAgainst(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'its name is not a header name'
  if (typeof value !== 'string') return `its value must be a string, got ${typeof value}`
  // White space at the ends is left out by `fetch`, also that of a key that was read from a file.
  const trimmed = value.replace(/^[\t\n\r ]+/, '').trimEnd()
  if (/[\r\n\0]/.test(trimmed)) return 'its value holds a line break'
  return hasOnlyLatin1(trimmed) ? undefined : 'its value holds characters outside of Latin-1'
}

function hasOnlyLatin1(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false
  return true
}

/** A name that is none may hold anything, a key as well. */
function shown(name: string): string {
  return /^[\w-]{1,64}$/.test(name) ? name : '…'
}

/**
 * An address that a request can go to. `fetch` refuses user and password in it, quoting both.
 *
 * @param name where the address comes from, e.g. `proxyUrl`
 * @throws AIError `invalid_request`, never retried, without the address
 */
export function assertSendableUrl(url: string, provider: string, name = 'the base URL of the model'): void {
  const reason = reasonAgainstUrl(url)
  if (reason !== undefined)
    throw new AIError('invalid_request', `No request can be sent to ${provider}: ${name} ${reason}`, { provider })
}

function reasonAgainstUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return 'is not an absolute URL'
  const { username, password, protocol } = new URL(url)
  if (username !== '' || password !== '')
    return 'holds a user name or a password; send them in a header, e.g. `headers: { authorization }`'
  return /^https?:$/.test(protocol) ? undefined : 'must begin with https:// or http://'
}
