import { AIError, EventStream, type SimpleStreamOptions, streamSimple } from '@dreb/ai'

import { ask } from '../model/send-request.ts'
import { withLengthRetry } from '../model/with-length-retry.ts'
import { withStreamRetry } from '../model/with-stream-retry.ts'
import { Grace } from '../run/abort-scope.ts'
import { lastSettled } from '../run/resume-point.ts'
import type { Run } from '../run/run.ts'
import { inOrder } from '../run/serialize.ts'
import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'
import type { AgentContext } from '../types/agent-hooks.ts'
import type { AgentLoopConfig, AgentLoopHooks, AgentLoopLimits, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import { runLoop } from './run-loop.ts'

/**
 * Runs an agent without the {@link Agent} class: `prompts` are added to `context`, which is not changed.
 *
 * The stream keeps the order of events, and does not wait for whoever reads it. Nothing is thrown: failures, also those
 * of hooks, are assistant messages that say so. `result()` gives the messages of the run; append them to your own list
 * to go on.
 */
export function agentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): EventStream<AgentEvent, AgentMessage[]> {
  return streamed((emit) => runAgentLoop(prompts, context, config, emit, signal, streamFn))
}

/**
 * As {@link agentLoop}, from a context that already ends in what is to be answered. Answers at its end that failed are
 * passed over.
 *
 * @throws AIError `invalid_request`, at once, if there is nothing to answer.
 */
export function agentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): EventStream<AgentEvent, AgentMessage[]> {
  assertAnswerable(context.messages)
  return streamed((emit) => runAgentLoop([], context, config, emit, signal, streamFn))
}

/**
 * As {@link agentLoop}, with a sink that every event waits for. Resolves to the messages of the run; rejects only if the
 * sink fails, and then with its error.
 */
export async function runAgentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal: AbortSignal = new AbortController().signal,
  streamFn: StreamFn = streamSimple,
): Promise<AgentMessage[]> {
  const { model } = config
  const run: Run = {
    config,
    hooks: config,
    options: providerOptions(config),
    streamFn,
    attempt: patientAttempt(config),
    emit: inOrder(emit),
    grace: new Grace(signal),
    context: { systemPrompt: context.systemPrompt, messages: [...context.messages], tools: context.tools ?? [] },
    model,
    added: [],
    inTurn: false,
  }
  return runLoop(run, prompts)
}

/** As {@link agentLoopContinue}, with a sink that every event waits for. What that throws, this rejects with. */
export async function runAgentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  assertAnswerable(context.messages)
  return runAgentLoop([], context, config, emit, signal, streamFn)
}

function assertAnswerable(messages: readonly AgentMessage[]): void {
  const last = lastSettled(messages)
  if (!last) throw new AIError('invalid_request', 'Cannot continue: no messages in context')
  if (last.role === 'assistant') throw new AIError('invalid_request', 'Cannot continue from message role: assistant')
}

function streamed(start: (emit: AgentEventSink) => Promise<AgentMessage[]>): EventStream<AgentEvent, AgentMessage[]> {
  const stream = new EventStream<AgentEvent, AgentMessage[]>(
    ({ type }) => type === 'agent_end',
    (event) => (event.type === 'agent_end' ? event.messages : []),
  )
  start((event) => stream.push(event)).catch(() => stream.end())
  return stream
}

/** Length retries around stream retries: each attempt at a whole answer has all its chances against drops. */
function patientAttempt(config: AgentLoopConfig) {
  const { streamRetries = 3, streamRetryBaseDelayMs = 1000, lengthRetries = 2, maxRetryDelayMs = 60_000 } = config
  const retry = { retries: streamRetries, baseDelayMs: streamRetryBaseDelayMs, maxDelayMs: maxRetryDelayMs }
  return withLengthRetry(withStreamRetry(ask, retry), lengthRetries)
}

type OwnKey = 'model' | 'convertToLlm' | keyof AgentLoopHooks | keyof AgentLoopLimits

/** What concerns the loop alone, and is not passed on. */
const ownKeys: Record<OwnKey, true> = {
  model: true,
  convertToLlm: true,
  beforeLlmCall: true,
  transformContext: true,
  getApiKey: true,
  shouldContinue: true,
  getSteeringMessages: true,
  getFollowUpMessages: true,
  beforeToolCall: true,
  afterToolCall: true,
  streamRetries: true,
  streamRetryBaseDelayMs: true,
  lengthRetries: true,
  toolExecution: true,
  maxParallelTools: true,
  toolTimeoutMs: true,
}

function providerOptions(config: AgentLoopConfig): SimpleStreamOptions {
  return Object.fromEntries(Object.entries(config).filter(([key]) => !Object.hasOwn(ownKeys, key)))
}
