import type { OpenAIChatChunk } from '../openai-completions/wire.ts'

/** Mistral streams chunks of Chat Completions, with content as text or as parts. */
export type MistralChunk = OpenAIChatChunk

/** The body of a request: the fields that are written here. Source: https://docs.mistral.ai/api/endpoint/chat */
export interface MistralRequest {
  model: string
  stream: true
  messages: MistralMessage[]
  max_tokens?: number
  temperature?: number
  tools?: MistralTool[]
  tool_choice?: MistralToolChoice
  /** Asks a Magistral model to think. */
  prompt_mode?: string
  /** How much a model with adjustable reasoning thinks. */
  reasoning_effort?: string
}

/** Roles follow one another by rules: results come right after their calls, and a user not right after a result. */
export type MistralMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | MistralPart[] }
  | { role: 'assistant'; content?: string | MistralPart[]; tool_calls?: MistralToolCall[] }
  | { role: 'tool'; tool_call_id: string; name: string; content: string | MistralPart[] }

/** A part of a message. */
export type MistralPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: string }
  | { type: 'thinking'; thinking: { type: 'text'; text: string }[]; closed: true }

/** A call; its id is nine letters and digits. */
export interface MistralToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A tool; its parameters are whole JSON Schema. */
export interface MistralTool {
  type: 'function'
  function: { name: string; description: string; parameters: object }
}

/** Which tools the model may or must call. */
export type MistralToolChoice = 'auto' | 'none' | 'any' | 'required' | { type: 'function'; function: { name: string } }
