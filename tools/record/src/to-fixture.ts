import type { Message } from '@dreb/ai'
import type { Recording } from '@dreb/ai/testing'

import type { RecordCommand } from './arguments.ts'
import type { AnsweringTool } from './tools.ts'

/** A recording with what is needed to play it. Structurally a `Fixture` of `@dreb/fixtures`. */
export interface RecordedFixture extends Recording {
  title: Record<'en' | 'zh', string>
  description: Record<'en' | 'zh', string>
  systemPrompt?: string
  prompts: string[]
  tools: {
    name: string
    description: string
    parameters: object
    results: Record<string, { text: string; afterMs: number }>
  }[]
}

/** What was recorded, said and answered, as one fixture. */
export function toFixture(
  recording: Recording,
  { title, prompts, systemPrompt }: Pick<RecordCommand, 'title' | 'prompts' | 'systemPrompt'>,
  tools: readonly AnsweringTool[],
  messages: readonly Message[],
): RecordedFixture {
  const model = recording.model ?? ''
  return {
    ...recording,
    title: { en: title, zh: title },
    description: { en: `Recorded from ${model}.`, zh: `录制自 ${model}。` },
    ...(systemPrompt !== undefined && { systemPrompt }),
    prompts,
    tools: tools.map(({ name, description, parameters, answer }) => {
      const ids = messages.flatMap((message) =>
        message.role === 'toolResult' && message.toolName === name ? [message.toolCallId] : [],
      )
      // The tools of a recording answer at once; a little time lets one see them at work.
      const results = Object.fromEntries(ids.map((id) => [id, { text: answer, afterMs: 300 }]))
      return { name, description, parameters, results }
    }),
  }
}
