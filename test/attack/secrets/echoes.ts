/** A form in which a server, or a gateway before it, repeats a secret. */
export interface Echo {
  name: string
  of: (secret: string) => string
}

const json = (text: string): string => JSON.stringify(text).slice(1, -1)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Forms of different kinds, for where all of them would only repeat what is shown elsewhere. */
export function fewEchoes(): readonly Echo[] {
  return echoes.filter(({ name }) => ['as it is', 'as JSON', 'in base64', 'many times'].includes(name))
}

/** What gateways make of a secret in their errors. */
export const echoes: readonly Echo[] = [
  { name: 'as it is', of: (secret) => secret },
  { name: 'as JSON', of: json },
  { name: 'as JSON in JSON', of: (secret) => json(json(secret)) },
  { name: 'in a URL', of: encodeURIComponent },
  { name: 'in a query', of: (secret) => new URLSearchParams({ key: secret }).toString() },
  { name: 'in base64', of: base64 },
  { name: 'as basic authentication', of: (secret) => `Basic ${base64(`user:${secret}`)}` },
  { name: 'in base64 for URLs', of: (secret) => Buffer.from(secret).toString('base64url') },
  { name: 'in HTML', of: (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;') },
  { name: 'many times', of: (secret) => `${secret},`.repeat(30) },
  { name: 'where an error text is cut', of: (secret) => `${'x'.repeat(500 - secret.length / 2)}${secret}` },
  { name: 'where a body is cut', of: (secret) => `${'x'.repeat(4000 - secret.length / 2)}${secret}` },
]
