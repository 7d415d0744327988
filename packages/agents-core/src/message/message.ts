import {
  type FunctionCall,
  type MessageLike,
  type MessageContent,
  MessageStatus,
  Role,
  type ToolCall,
} from '../types/message.ts'
import { createId } from './create-id.ts'

/** What a message is made of; the id is made where it is not given. */
export type MessageOptions = Omit<MessageLike, 'id'> & { id?: string }

/** Fields that a factory does not set by itself, or sets otherwise. */
export type MessageOverrides = Partial<Omit<MessageLike, 'role'>>

const fieldNames = [
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'reasoning_content',
  'reasoning_field',
  'reasoning_details',
  'status',
  'finish_reason',
  'hidden',
  'omit',
  'usage',
  'subAgentUsage',
  'waiting',
  'subAgentMessages',
] as const satisfies readonly Exclude<keyof MessageLike, 'id' | 'role'>[]

/** One message of a conversation, made with a factory per role. The same object for life: streaming writes into it. */
export class Message implements MessageLike {
  declare id: string
  declare role: Role
  declare content?: MessageContent
  declare name?: string
  declare tool_calls?: ToolCall[]
  declare tool_call_id?: string
  declare function_call?: FunctionCall
  declare reasoning_content?: string
  declare reasoning_field?: string
  declare reasoning_details?: NonNullable<MessageLike['reasoning_details']>
  declare status?: MessageStatus
  declare finish_reason?: NonNullable<MessageLike['finish_reason']>
  declare hidden?: boolean
  declare omit?: boolean
  declare usage?: NonNullable<MessageLike['usage']>
  declare subAgentUsage?: NonNullable<MessageLike['subAgentUsage']>
  declare waiting?: boolean
  declare subAgentMessages?: MessageLike[]

  /** @throws TypeError without a role */
  constructor(options: MessageOptions) {
    if (!options.role) throw new TypeError('A message must have a role')
    this.id = options.id ?? createId()
    this.role = options.role
    for (const name of fieldNames) if (options[name] !== undefined) Object.assign(this, { [name]: options[name] })
  }

  /** Instructions for the model. */
  static System(content: MessageContent = '', more: MessageOverrides = {}): Message {
    return new Message({ role: Role.System, content, status: MessageStatus.Completed, ...more })
  }

  /** What the user says: text, or sections with images and files. */
  static User(content: MessageContent, more: MessageOverrides = {}): Message {
    return new Message({ role: Role.User, content, status: MessageStatus.Completed, ...more })
  }

  /**
   * A response that is still to come: `Pending`, so it is not sent, and a run writes its response into it when it stands
   * last. For a response that is there already pass `{ status: MessageStatus.Completed }`.
   */
  static Assistant(content: MessageContent = '', more: MessageOverrides = {}): Message {
    return new Message({ role: Role.Assistant, content, status: MessageStatus.Pending, ...more })
  }

  /** The result of a tool call. `Pending` until the run that made it, or the next one, completes it. */
  static Tool(toolCall: ToolCall, result: MessageContent = '', more: MessageOverrides = {}): Message {
    const { id, function: fn } = toolCall
    const reference = {
      ...(id !== undefined && { tool_call_id: id }),
      ...(fn?.name !== undefined && { name: fn.name }),
    }
    return new Message({ role: Role.Tool, content: result, ...reference, status: MessageStatus.Pending, ...more })
  }

  /** The result of a legacy function call. */
  static Function(functionCall: FunctionCall, result: MessageContent = '', more: MessageOverrides = {}): Message {
    const reference = functionCall.name === undefined ? {} : { name: functionCall.name }
    return new Message({ role: Role.Function, content: result, ...reference, status: MessageStatus.Pending, ...more })
  }
}
