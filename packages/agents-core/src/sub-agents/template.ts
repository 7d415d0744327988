import { createId } from '../message/create-id.ts'
import type { MessageLike } from '../types/message.ts'

/**
 * Puts values into a template: `{{name}}` becomes the value of that name, objects as JSON. Names without a value stay.
 * What is put in is not substituted again.
 */
export function replaceStringWithValues(
  template: string,
  values: Readonly<Record<string, unknown>> | null | undefined,
): string {
  return template.replace(/\{\{\s?([\p{L}\p{N}_]+)\s?\}\}/gu, (_, name: string) =>
    values && Object.hasOwn(values, name) ? toText(values[name]) : `{{ ${name} }}`,
  )
}

/** Copies of the messages of a template with values put into their texts: of a new conversation, so with ids of its own. */
export function injectArgs(
  messages: readonly MessageLike[],
  args: Readonly<Record<string, unknown>> | null | undefined,
): MessageLike[] {
  return messages.map((message) => {
    const { usage: _, subAgentUsage: __, ...copy } = structuredClone({ ...message })
    const { content } = copy
    return {
      ...copy,
      id: createId(),
      ...(typeof content === 'string' && { content: replaceStringWithValues(content, args) }),
    }
  })
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? String(value)
}
