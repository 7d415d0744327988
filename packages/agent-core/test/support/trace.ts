import type { AgentEvent, AgentMessage } from '#src/index.ts'

/**
 * Events as short lines: S(..) message_start, u(..) message_update, E(..) message_end; U:text is a user message,
 * A:stopReason an answer, R:id the result of a call, `!` an error.
 */
export function line(event: AgentEvent): string {
  switch (event.type) {
    case 'message_start':
      return `S(${event.message.role === 'assistant' ? 'A' : label(event.message)})`
    case 'message_update':
      return `u(${event.assistantMessageEvent.type})`
    case 'message_end':
      return `E(${label(event.message)})`
    case 'tool_execution_start':
      return `tool_start(${event.toolCallId})`
    case 'tool_execution_update':
      return `tool_update(${event.toolCallId})`
    case 'tool_execution_end':
      return `tool_end(${event.toolCallId}${event.isError ? '!' : ''})`
    case 'turn_end':
      return `turn_end[${event.toolResults.map(label).join()}]`
    case 'agent_end':
      return `agent_end[${event.messages.map(label).join()}]`
    case 'stream_retry':
    case 'length_retry':
      return `${event.type}(${event.attempt}/${event.maxAttempts})`
    case 'agent_start':
    case 'turn_start':
      return event.type
  }
}

/** Lines without the updates of streaming messages. */
export function withoutUpdates(lines: readonly string[]): string[] {
  return lines.filter((entry) => !entry.startsWith('u('))
}

export function label(message: AgentMessage): string {
  switch (message.role) {
    case 'user':
      return `U:${textOf(message)}`
    case 'assistant':
      return `A:${message.stopReason}`
    case 'toolResult':
      return `R:${message.toolCallId}${message.isError ? '!' : ''}`
  }
}

/** The text of a message: all its text blocks, joined. */
export function textOf(message: AgentMessage | undefined): string {
  if (!message) return ''
  if (typeof message.content === 'string') return message.content
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}
