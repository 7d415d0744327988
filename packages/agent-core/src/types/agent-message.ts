import type { Message } from '@dreb/ai'

/**
 * Message types of the application, added by declaration merging: any key, and the type of the message as its value.
 *
 * @example
 * declare module '@dreb/agent-core' {
 *   interface CustomAgentMessages {
 *     notification: { role: 'notification'; text: string; timestamp: number }
 *   }
 * }
 */
export interface CustomAgentMessages {}

/** What a conversation is made of: the messages a model understands, and those the application added. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- never, until an application adds something
export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages]
