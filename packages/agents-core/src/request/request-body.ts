import type { WireMessage } from '../types/agent.ts'
import type { ToolDefine } from '../types/message.ts'

/** The body of a request. */
export interface RequestBody extends Record<string, unknown> {
  model: string
  messages: WireMessage[]
  stream: true
}

/**
 * The body of a request. `modelConfig` is passed through, but neither the conversation nor the way it is read can be
 * changed by it; what says something about tools is left out where there are none. Usage is asked for unless `modelConfig` has its own `stream_options`; null or undefined there leaves
 * the field out, for servers that refuse it.
 */
export function requestBody(
  model: string,
  messages: WireMessage[],
  tools: ToolDefine[] | undefined,
  modelConfig: Readonly<Record<string, unknown>>,
): RequestBody {
  const { stream_options, ...given } = modelConfig
  const config = tools || given['tools'] || given['functions'] ? given : withoutToolOptions(given)
  const options = 'stream_options' in modelConfig ? stream_options : { include_usage: true }
  return {
    ...config,
    model,
    messages,
    stream: true,
    ...(tools && { tools }),
    ...(options !== undefined && options !== null && { stream_options: options }),
  }
}

/** Providers refuse what says something about tools in a request without tools. */
export function withoutToolOptions(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { tools: _, tool_choice: __, parallel_tool_calls: ___, functions: ____, function_call: _____, ...rest } = config
  return rest
}
