import { requireUniqueNames } from '../history/format-history.ts'
import { createId } from '../message/create-id.ts'
import { textsOf } from '../message/texts.ts'
import { unfreezeMessages, unfrozen } from '../message/unfreeze-messages.ts'
import type { AbortedToolRoundStrategy, AgentContextLike, AgentContextOptions, ToolLike } from '../types/agent.ts'
import type { ChatClient } from '../types/client.ts'
import type { MessageLike } from '../types/message.ts'
import type { AgentTexts } from '../types/texts.ts'
import type { AgentWarning } from '../types/warning.ts'

/** Requests of one run, unless `maxTurns` says otherwise. */
const defaultMaxTurns = 2000

/**
 * What every agent has: a client, which keeps its type, a model, messages, tools. Lists and messages are kept by
 * reference. Frozen ones are replaced by copies when a message is added or a run begins.
 */
export class AgentContext<Client extends ChatClient = ChatClient> implements AgentContextLike {
  client: Client
  model: string
  modelConfig: Record<string, unknown>
  messages: MessageLike[]
  tools: ToolLike[]
  allowJsonParseError: boolean
  abortedToolRoundStrategy: AbortedToolRoundStrategy
  abortedToolRoundReason: string
  texts: AgentTexts
  maxTurns: number
  toolTimeoutMs: number | undefined
  maxParallelTools: number
  onWarning: ((warning: AgentWarning) => void) | undefined

  /**
   * @throws TypeError without a client or a model, with two tools of one name, or with an unknown strategy or language
   * @throws RangeError for limits that are no positive numbers
   */
  constructor(options: AgentContextOptions<Client>) {
    if (!options.client) throw new TypeError('An agent must have a client')
    if (!options.model) throw new TypeError('An agent must have a model')
    this.client = options.client
    this.model = options.model
    this.modelConfig = options.modelConfig ?? {}
    this.messages = options.messages ?? []
    this.tools = options.tools ?? []
    requireUniqueNames(this.tools)
    this.allowJsonParseError = options.allowJsonParseError ?? true
    this.texts = textsOf(options.texts)
    this.abortedToolRoundStrategy = strategyOf(options.abortedToolRoundStrategy ?? 'fill')
    this.abortedToolRoundReason = options.abortedToolRoundReason ?? this.texts.abortedToolRound
    this.maxTurns = positive('maxTurns', options.maxTurns ?? defaultMaxTurns)
    this.maxParallelTools = positive('maxParallelTools', options.maxParallelTools ?? Infinity)
    this.toolTimeoutMs = options.toolTimeoutMs && positive('toolTimeoutMs', options.toolTimeoutMs)
    this.onWarning = options.onWarning
  }

  append<M extends MessageLike>(given: M): M {
    const message = unfrozen(given)
    message.id ||= createId()
    if (Object.isFrozen(this.messages)) unfreezeMessages(this)
    this.messages.push(message)
    return message
  }
}

function strategyOf(strategy: AbortedToolRoundStrategy): AbortedToolRoundStrategy {
  if (strategy === 'fill' || strategy === 'drop') return strategy
  throw new TypeError(`Unknown abortedToolRoundStrategy ${String(strategy)}: use 'fill' or 'drop'`)
}

function positive(name: string, value: number): number {
  if (typeof value === 'number' && value >= 1) return value
  throw new RangeError(`${name} must be a number of at least 1, got ${String(value)}`)
}
