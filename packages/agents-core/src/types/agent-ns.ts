/** The namespace `AgentNS`: messages and their parts. */
export * from './message.ts'
export type { MessageLike as Message } from './message.ts'
