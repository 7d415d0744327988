import { inspect } from 'node:util'

/** A cut of a key of this length is as good as the key. */
const windowLength = 12

/**
 * A secret with everything that an encoder would touch: signs that URLs, JSON, base64 and regular expressions treat
 * apart. Legal in a header.
 */
export function plantedSecret(name: string): string {
  return `sk-${name}+7f/3Q9z=Xw&Lm"81\\qT$5${name}`
}

/** The forms of a secret that stand in a text, each by its name. */
export function leaksIn(text: string, secret: string): string[] {
  return formsOf(secret)
    .filter(({ form }) => text.includes(form))
    .map(({ name }) => name)
}

/** Everything that a program could print of a value: as JSON, and as `console.log` shows it, hidden fields included. */
export function printed(value: unknown): string {
  const shown = inspect(value, { depth: 20, maxStringLength: null, maxArrayLength: null, showHidden: true })
  return `${shown}\n${asJson(value)}\n${stackTexts(value)}`
}

function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

/** `inspect` escapes quotes and folds lines in what it shows; errors are read as they are, with all their causes. */
function stackTexts(value: unknown): string {
  if (typeof value === 'string') return value
  if (!(value instanceof Error)) return ''
  return `${value.message}\n${value.stack ?? ''}\n${stackTexts(value.cause)}`
}

interface Form {
  name: string
  form: string
}

const known = new Map<string, Form[]>()

function formsOf(secret: string): Form[] {
  const forms = known.get(secret) ?? distinct([...wholeForms(secret), ...base64Forms(secret), ...windowsOf(secret)])
  known.set(secret, forms)
  return forms
}

function wholeForms(secret: string): Form[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    { name: 'as it is', form: secret },
    { name: 'JSON', form: json },
    { name: 'JSON in JSON', form: JSON.stringify(json).slice(1, -1) },
    { name: 'URL component', form: encodeURIComponent(secret) },
    { name: 'URL', form: encodeURI(secret) },
    { name: 'URL query', form: new URLSearchParams({ s: secret }).toString().slice(2) },
    { name: 'hex', form: Buffer.from(secret).toString('hex') },
    { name: 'HTML', form: secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;') },
    { name: 'character by character', form: secret.split('').join(',') },
  ]
}

/** Base64 wherever the secret begins in what is encoded: without the characters that its neighbors touch. */
function base64Forms(secret: string): Form[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.from(`${'x'.repeat(offset)}${secret}`)
    const form = padded.toString('base64').replaceAll('=', '').slice(4, -4)
    const url = form.replaceAll('+', '-').replaceAll('/', '_')
    return [
      { name: 'base64', form },
      { name: 'base64url', form: url },
    ]
  })
}

/** A text that is cut in the middle of a secret shows the part before. */
function windowsOf(secret: string): Form[] {
  const starts = Array.from({ length: secret.length - windowLength + 1 }, (_, index) => index)
  return starts.map((at) => ({ name: 'a part', form: secret.slice(at, at + windowLength) }))
}

function distinct(forms: readonly Form[]): Form[] {
  return [...new Map(forms.map((form) => [form.form, form])).values()]
}
