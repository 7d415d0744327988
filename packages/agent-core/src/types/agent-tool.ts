import type { ImageContent, TextContent, Tool, ToolCall } from '@dreb/ai'

/** How the calls of one message are run: all at once, or one after the other. */
export type ToolExecutionMode = 'parallel' | 'sequential'

/** A call as the model wrote it. */
export type AgentToolCall = ToolCall

/**
 * What a tool returns. A tool that fails throws, or sets `isError`.
 *
 * @typeParam Details what the application keeps beside it; by default anything, so that hooks can spread it.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- details belong to the application; `unknown` could not be spread
export interface AgentToolResult<Details = any> {
  /** What the model reads. */
  content: (TextContent | ImageContent)[]
  /** For the application; never sent to a model. */
  details?: Details
  /** The call failed, and the content says why; as if it had been thrown. */
  isError?: boolean
  /** After the calls of this message, make no further request unless a queued message asks for one. */
  endTurn?: boolean
}

/**
 * What a tool of an MCP server returns. Blocks that are neither text nor images are kept as text where they have one
 * (resources, links), else left out; the warning `unknown_content` tells. Without content, the model reads
 * `structuredContent` as JSON.
 */
export interface McpToolResult {
  content?: readonly { type: string; [field: string]: unknown }[]
  structuredContent?: unknown
  isError?: boolean | undefined
  [field: string]: unknown
}

/** Shows progress of a call that is still running. What comes after the call has ended is ignored. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in AgentToolResult
export type AgentToolUpdateCallback<Details = any> = (partialResult: AgentToolResult<Details>) => void

/** The arguments that a schema describes: TypeBox's `Static`, the output of a Standard Schema, else any object. */
export type ToolParams<Parameters> = 0 extends 1 & Parameters
  ? Parameters
  : Parameters extends { static: unknown }
    ? (Parameters & { params: [] })['static']
    : Parameters extends { '~standard': { types?: { output: infer Output } | undefined } }
      ? Output
      : Record<string, unknown>

/**
 * A tool an agent can run.
 *
 * @typeParam Parameters the type of its schema, from which that of `params` follows; without it, `params` is `any`.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a tool written without type arguments reads its params freely
export interface AgentTool<Parameters = any, Details = any> extends Omit<Tool, 'parameters'> {
  /** Name for people. */
  label: string
  /** A JSON Schema of an object: TypeBox, plain, or a Standard Schema that can be turned into one. */
  parameters: Parameters
  /** Overrides the agent's mode: `sequential` runs alone, after the calls before it and before those after it. */
  toolExecution?: ToolExecutionMode
  /** Milliseconds a call may take; overrides the agent's `toolTimeoutMs`. 0: no limit. */
  timeoutMs?: number
  /**
   * Runs a call. Throw to report a failure to the model.
   *
   * @param params checked against the schema, and converted where that loses nothing; a copy.
   * @param signal fires when the run is aborted or the call has taken too long. 100 ms later nobody waits any more.
   */
  execute(
    toolCallId: string,
    params: ToolParams<Parameters>,
    signal?: AbortSignal,
    onUpdate?: AgentToolUpdateCallback<Details>,
  ): Promise<AgentToolResult<Details> | McpToolResult>
}
