/** Whether a text has a format. Linear in the text, whatever it holds. */
export type FormatCheck = (text: string) => boolean

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (daysOf[month - 1] ?? 0)
  return day >= 1 && day <= days
}

/** RFC 3339 with its offset; a leap second is the last of a day in UTC. */
function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text)
  if (!parts) return false
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number)
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false
  const offset = (offsetHour * 60 + offsetMinute) * (parts[4] === '-' ? -1 : 1)
  const dayMinutes = 24 * 60
  return second < 60 || (hour * 60 + minute - offset + dayMinutes) % dayMinutes === dayMinutes - 1
}

function isDateTime(text: string): boolean {
  return /^[t\s]$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11))
}

function isHostname(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
}

function isIPv4(text: string): boolean {
  const parts = text.length <= 15 ? text.split('.') : []
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}

/** Groups of four hex digits, one gap at most, and the last two groups perhaps as IPv4. */
function isIPv6(text: string): boolean {
  if (text.length > 45) return false
  const sides = text.split('::')
  if (sides.length > 2) return false
  const groups = sides.flatMap((side) => (side === '' ? [] : side.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIPv4 = last.includes('.')
  const hex = hasIPv4 ? groups.slice(0, -1) : groups
  const count = hex.length + (hasIPv4 ? 2 : 0)
  const isFull = sides.length === 1 ? count === 8 : count < 8
  return isFull && (!hasIPv4 || isIPv4(last)) && hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [name, host] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || name.length > 64) return false
  const isQuoted = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(name)
  const isPlain = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i.test(name) && !/^\.|\.$|\.\./.test(name)
  return (isQuoted || isPlain) && isMailHost(host)
}

function isMailHost(host: string): boolean {
  if (!host.startsWith('[') || !host.endsWith(']')) return isHostname(host)
  const address = host.slice(1, -1)
  return /^ipv6:/i.test(address) ? isIPv6(address.slice(5)) : isIPv4(address)
}

/** Characters of RFC 3986, and nothing but hex digits behind a percent sign. */
function isUriReference(text: string): boolean {
  return !/[^\w.~!$&'()*+,;=:@/?#[\]%-]/.test(text) && !/%(?![0-9a-f]{2})/i.test(text)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && isUriReference(text)
}

/** An address of the web, on any host: names without a dot and private addresses count, too. */
function isUrl(text: string): boolean {
  return /^(https?|ftp):\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text)
}

function isUriTemplate(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0020"<>\\^`|\u007f]/.test(text) && !/[{}]/.test(text.replaceAll(/\{[^{}\s]+\}/g, ''))
}

function isJsonPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text)
}

function isRelativeJsonPointer(text: string): boolean {
  const up = /^(?:0|[1-9]\d*)/.exec(text)?.[0]
  return up !== undefined && (text.slice(up.length) === '#' || isJsonPointer(text.slice(up.length)))
}

function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const duration = /^P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * The formats of JSON Schema. Those of the validator's library are exponential (`url`) or polynomial for long texts
 * that a model can write; these look at each character a fixed number of times. A format that is not here is not checked.
 */
export const formats: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', (text) => duration.test(text)],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['uri-template', isUriTemplate],
  ['url', isUrl],
  ['uuid', (text) => uuid.test(text)],
  ['json-pointer', isJsonPointer],
  ['json-pointer-uri-fragment', (text) => text.startsWith('#') && isUriReference(text)],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
])
