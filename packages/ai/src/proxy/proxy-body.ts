import { parseArguments } from '../message/arguments.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { ToolCall } from '../message/message.ts'
import { type ProxyAssistantMessageEvent, toProxyEvent } from './proxy-event.ts'

/**
 * Events as lines of server-sent events. Arguments go over the wire in pieces only; where the finished call has others
 * than its pieces gave, they are sent once more.
 *
 * @param secrets must not leave the server when a vendor quotes them in an error.
 */
export function proxyEncoder(secrets: readonly string[]): (event: AssistantMessageEvent) => string {
  const pieces = new Map<number, string[]>()

  function wireEvent(event: AssistantMessageEvent): ProxyAssistantMessageEvent {
    const wire = toProxyEvent(event)
    if (wire.type === 'toolcall_start') pieces.set(wire.contentIndex, [])
    if (wire.type === 'toolcall_delta') pieces.get(wire.contentIndex)?.push(wire.delta)
    if (wire.type !== 'toolcall_end' || event.type !== 'toolcall_end') return wire
    const text = (pieces.get(event.contentIndex) ?? []).join('')
    return { ...wire, ...replacedArguments(text, event.toolCall) }
  }

  return (event) => {
    const json = JSON.stringify(wireEvent(event))
    return `data: ${event.type === 'error' ? withoutSecrets(json, secrets) : json}\n\n`
  }
}

/** Nothing, if a client that parses the pieces comes to the same. What is no JSON can not be run there either. */
function replacedArguments(text: string, { arguments: args, argumentsError }: ToolCall): { arguments?: string } {
  const parsed = parseArguments(text)
  if (argumentsError !== undefined) return parsed.argumentsError === undefined ? { arguments: argumentsError } : {}
  const json = JSON.stringify(args)
  return parsed.argumentsError === undefined && JSON.stringify(parsed.arguments) === json ? {} : { arguments: json }
}

/** Secrets are tokens without characters that JSON would escape, so they can be looked for in the finished text. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}
