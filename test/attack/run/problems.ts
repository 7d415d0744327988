import { getEventListeners } from 'node:events'

import { isFailed, type AssistantMessage } from '@dreb/ai'

import type { Attack, Ending } from '../attacks/attack.ts'
import { leaksIn, printed } from '../secrets/leaks.ts'
import type { AttackServer } from '../server/attack-server.ts'
import { type Seen, soon } from './observe.ts'

/** An error message is for people; nobody reads a page of it. */
const maxErrorText = 2500

/** The worst that can happen. */
export const unsettled = 'it did not settle'

/** How long a client may take to hang up. */
const hangUpMs = 1000

/** How a message ended, in one word. */
export function endingOf({ stopReason, errorCode }: AssistantMessage): Ending {
  return stopReason === 'error' ? (errorCode ?? 'unexpected') : stopReason
}

/** What is wrong with a stream, whatever the server did. */
export function protocolProblems({ events, result }: Seen, allowed: readonly Ending[]): string[] {
  if (!result) return [unsettled]
  const terminal = events.filter(({ type }) => type === 'done' || type === 'error')
  const last = events.at(-1)
  const ended = last?.type === 'done' ? last.message : last?.type === 'error' ? last.error : undefined
  const ending = endingOf(result)
  const text = result.errorMessage ?? ''
  return [
    ...(terminal.length === 1 ? [] : [`there are ${terminal.length} terminal events`]),
    ...(ended === result ? [] : ['the last event and result() are not one message']),
    ...(allowed.includes(ending)
      ? []
      : [`it ended as ${ending}, not as ${allowed.join(' | ')}: ${text.slice(0, 200)}`]),
    ...(isFailed(result) && text === '' ? ['it failed without a word'] : []),
    ...(isEngineText(text) ? [`the error is one of our own code: ${text.slice(0, 200)}`] : []),
    ...(text.length <= maxErrorText ? [] : [`the error message has ${text.length} characters`]),
  ]
}

/** Whether a text is what JavaScript says where a type was trusted. */
export function isEngineText(text: string): boolean {
  return /is not a function|is not iterable|Cannot read propert|is not defined|call stack size|Invalid (array|string) length/i.test(
    text,
  )
}

/** What is wrong with what a row of the table expects. */
export function rowProblems(attack: Attack, seen: Seen, server: AttackServer): string[] {
  const { text, says, maxSent = Number.POSITIVE_INFINITY, requests = 1, warns } = attack
  const error = seen.result?.errorMessage ?? ''
  const got = textOf(seen.result)
  return [
    ...(text === undefined || !seen.result || isFailed(seen.result) || got === text
      ? []
      : [`the text is ${JSON.stringify(got).slice(0, 200)}`]),
    ...(says === undefined || error.includes(says) ? [] : [`the error does not name ${says}: ${error.slice(0, 200)}`]),
    ...(server.sent() <= maxSent ? [] : [`it took ${server.sent()} bytes`]),
    ...(requests === 'any' || server.requests.length === requests
      ? []
      : [`there were ${server.requests.length} requests`]),
    ...(warns === undefined || seen.warnings.some(({ code }) => code === warns) ? [] : [`no warning ${warns}`]),
  ]
}

/** What a request left behind. */
export async function leftovers(signal: AbortSignal, server: AttackServer): Promise<string[]> {
  const hungUp = await soon(() => server.openSockets() === 0, hangUpMs)
  const listeners = () => getEventListeners(signal, 'abort').length
  const unwatched = await soon(() => listeners() === 0, hangUpMs)
  return [
    ...(hungUp ? [] : [`${server.openSockets()} sockets stay open`]),
    ...(unwatched ? [] : [`${listeners()} listeners stay on the signal`]),
  ]
}

/** Where secrets stand that should stand nowhere: in the message, and in what was warned about. */
export function secretProblems({ result, warnings, events }: Seen, secrets: readonly string[]): string[] {
  const last = events.at(-1)
  const text = printed([result && { ...result, content: [] }, warnings, last?.type === 'error' && last.code])
  const forms = secrets.flatMap((secret) => leaksIn(text, secret))
  return forms.length === 0 ? [] : [`a secret is shown (${[...new Set(forms)].join(', ')})`]
}

function textOf(message: AssistantMessage | undefined): string {
  return (message?.content ?? []).map((block) => (block.type === 'text' ? block.text : '')).join('')
}
