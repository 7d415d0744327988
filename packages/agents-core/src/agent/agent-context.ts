import type { OpenAI } from 'openai'

import { defaultAbortedToolRoundReason } from '../history/reconcile.ts'
import { createId } from '../message/create-id.ts'
import type { AbortedToolRoundStrategy, AgentContextLike, AgentContextOptions, ToolLike } from '../types/agent.ts'
import type { MessageLike } from '../types/message.ts'
import { type AgentTexts, defaultTexts } from '../types/texts.ts'

/** What every agent has: a client, a model, messages, tools. Lists are kept by reference. */
export class AgentContext implements AgentContextLike {
  client: OpenAI
  model: string
  modelConfig: Record<string, unknown>
  messages: MessageLike[]
  tools: ToolLike[]
  allowJsonParseError: boolean
  abortedToolRoundStrategy: AbortedToolRoundStrategy
  abortedToolRoundReason: string
  texts: AgentTexts

  /** @throws TypeError without a client or a model, or with an unknown strategy */
  constructor(options: AgentContextOptions) {
    if (!options.client) throw new TypeError('An agent must have a client')
    if (!options.model) throw new TypeError('An agent must have a model')
    this.client = options.client
    this.model = options.model
    this.modelConfig = options.modelConfig ?? {}
    this.messages = options.messages ?? []
    this.tools = options.tools ?? []
    this.allowJsonParseError = options.allowJsonParseError ?? true
    this.abortedToolRoundStrategy = strategyOf(options.abortedToolRoundStrategy ?? 'fill')
    this.abortedToolRoundReason = options.abortedToolRoundReason ?? defaultAbortedToolRoundReason
    this.texts = { ...defaultTexts, ...options.texts }
  }

  append<M extends MessageLike>(message: M): M {
    message.id ||= createId()
    this.messages.push(message)
    return message
  }
}

function strategyOf(strategy: AbortedToolRoundStrategy): AbortedToolRoundStrategy {
  if (strategy === 'fill' || strategy === 'drop') return strategy
  throw new TypeError(`Unknown abortedToolRoundStrategy ${String(strategy)}: use 'fill' or 'drop'`)
}
