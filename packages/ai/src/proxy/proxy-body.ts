import { type Redact, redactValue } from '../errors/redact.ts'
import { parseArguments } from '../message/arguments.ts'
import type { AssistantMessageEvent } from '../message/events.ts'
import type { ToolCall } from '../message/message.ts'
import { type ProxyAssistantMessageEvent, toProxyEvent } from './proxy-event.ts'

/**
 * Events as lines of server-sent events. Arguments go over the wire in fragments only; where the finished call has others
 * than its fragments gave, they are sent once more.
 *
 * @param clean takes out the secrets that a provider may quote at the end of a message.
 */
export function proxyEncoder(clean: Redact): (event: AssistantMessageEvent) => string {
  const fragments = new Map<number, string[]>()

  function wireEvent(event: AssistantMessageEvent): ProxyAssistantMessageEvent {
    const wire = toProxyEvent(event)
    if (wire.type === 'toolcall_start') fragments.set(wire.contentIndex, [])
    if (wire.type === 'toolcall_delta') fragments.get(wire.contentIndex)?.push(wire.delta)
    if (wire.type !== 'toolcall_end' || event.type !== 'toolcall_end') return wire
    const text = (fragments.get(event.contentIndex) ?? []).join('')
    return { ...wire, ...replacedArguments(text, event.toolCall) }
  }

  return (event) => {
    const wire = wireEvent(event)
    const isEnd = wire.type === 'done' || wire.type === 'error'
    return `data: ${JSON.stringify(isEnd ? redactValue(wire, clean) : wire)}\n\n`
  }
}

/** Nothing, if a client that parses the fragments comes to the same. What is no JSON cannot be run there either. */
function replacedArguments(text: string, { arguments: args, argumentsError }: ToolCall): { arguments?: string } {
  const parsed = parseArguments(text)
  if (argumentsError !== undefined) return parsed.argumentsError === undefined ? { arguments: argumentsError } : {}
  const json = JSON.stringify(args)
  return parsed.argumentsError === undefined && JSON.stringify(parsed.arguments) === json ? {} : { arguments: json }
}
