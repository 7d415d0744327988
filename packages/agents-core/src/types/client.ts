import type { OpenAI } from 'openai'

/** A chunk as the official client yields it. */
export type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk

/**
 * What an agent uses of its client: the one method. Every version of the official client from 4 on fits, and so does
 * `createOpenAIClient` of `@dreb/ai`, or an object of your own whose `create` resolves to an async iterable of chunks.
 */
export interface ChatClient {
  readonly chat: {
    readonly completions: {
      // `never` accepts parameters of every type, and a method is not tied to those of one version of the client.
      create(body: never, options?: never): PromiseLike<unknown>
    }
  }
}
