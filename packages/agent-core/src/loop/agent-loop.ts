import { AIError, EventStream, type SimpleStreamOptions, streamSimple } from '@dreb/ai'

import { createRequestModel } from '../model/send-request.ts'
import { withLengthRetry } from '../model/with-length-retry.ts'
import { withStreamRetry } from '../model/with-stream-retry.ts'
import { AbortScope } from '../run/abort-scope.ts'
import { assertDistinctNames, assertLimits } from '../run/assert-config.ts'
import { frozenMessage } from '../run/freeze-message.ts'
import type { RequestModel } from '../run/model-request.ts'
import { resumePointOf } from '../run/resume-point.ts'
import type { Run } from '../run/run.ts'
import { serialize } from '../run/serialize.ts'
import { safeWarning } from '../run/warn.ts'
import type { AgentEvent, AgentEventSink } from '../types/agent-event.ts'
import type { AgentContext } from '../types/agent-hooks.ts'
import type { AgentLoopConfig, AgentLoopHooks, AgentLoopLimits, StreamFn } from '../types/agent-loop-config.ts'
import type { AgentMessage } from '../types/agent-message.ts'
import { runLoop, type RunStart } from './run-loop.ts'

/**
 * Runs an agent without the `Agent` class: `prompts` are added to `context`, which is not changed.
 *
 * The stream keeps the order of events, and does not wait for its reader. Failures of the run, also those of hooks, are
 * assistant messages that say so. `result()` gives the messages of the run; append them to your own list to go on.
 *
 * @throws AIError `invalid_request`, at once, for two tools of one name or a `maxTurns` below 1
 */
export function agentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): EventStream<AgentEvent, AgentMessage[]> {
  const setup = { context, config, signal, streamFn }
  assertUsable(setup)
  return streamed((emit) => startLoop(setup, { prompts }, emit))
}

/**
 * As {@link agentLoop}, from a context that already ends in what is to be responded to. Responses at its end that failed
 * are skipped. Calls at its end that have no result, because a process ended inside them, get one that says so.
 *
 * @throws AIError `invalid_request`, at once, if there is nothing to respond to, and as {@link agentLoop}
 */
export function agentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): EventStream<AgentEvent, AgentMessage[]> {
  const setup = { context, config, signal, streamFn }
  assertUsable(setup)
  const start = resumed(context.messages)
  return streamed((emit) => startLoop(setup, start, emit))
}

/**
 * As {@link agentLoop}, with a sink that every event waits for. Resolves to the messages of the run; rejects with the
 * error of the sink if that fails, and with what {@link agentLoop} throws.
 */
export async function runAgentLoop(
  prompts: AgentMessage[],
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  const setup = { context, config, signal, streamFn }
  assertUsable(setup)
  return startLoop(setup, { prompts }, emit)
}

/** As {@link agentLoopContinue}, with a sink that every event waits for. Rejects with what that throws. */
export async function runAgentLoopContinue(
  context: AgentContext,
  config: AgentLoopConfig,
  emit: AgentEventSink,
  signal?: AbortSignal,
  streamFn?: StreamFn,
): Promise<AgentMessage[]> {
  const setup = { context, config, signal, streamFn }
  assertUsable(setup)
  return startLoop(setup, resumed(context.messages), emit)
}

/** What a loop is given. */
interface LoopSetup {
  context: AgentContext
  config: AgentLoopConfig
  signal: AbortSignal | undefined
  streamFn: StreamFn | undefined
}

function assertUsable({ context, config }: LoopSetup): void {
  assertDistinctNames(context.tools ?? [])
  assertLimits(config)
}

function resumed(messages: readonly AgentMessage[]): RunStart {
  const point = resumePointOf(messages)
  if (point.kind === 'empty') throw new AIError('invalid_request', 'Cannot continue: no messages in context')
  if (point.kind === 'complete') {
    throw new AIError('invalid_request', 'Cannot continue from message role: assistant')
  }
  return { prompts: [], openCalls: point.kind === 'open' ? point.calls : [] }
}

function startLoop(setup: LoopSetup, start: RunStart, emit: AgentEventSink): Promise<AgentMessage[]> {
  const { context, config, signal = new AbortController().signal, streamFn = streamSimple } = setup
  const scope = new AbortScope(signal)
  const run: Run = {
    config,
    requestModel: patientRequest(config, scope, streamFn),
    emit: serialize(emit),
    scope,
    warn: safeWarning(config.onWarning ?? (() => {})),
    // Frozen copies, so that what was restored or put in is converted once and stays the caller's.
    context: {
      systemPrompt: context.systemPrompt,
      messages: context.messages.map(frozenMessage),
      tools: context.tools ?? [],
    },
    model: config.model,
    added: [],
    inTurn: false,
  }
  return runLoop(run, start)
}

function streamed(start: (emit: AgentEventSink) => Promise<AgentMessage[]>): EventStream<AgentEvent, AgentMessage[]> {
  const stream = new EventStream<AgentEvent, AgentMessage[]>(
    ({ type }) => type === 'agent_end',
    (event) => (event.type === 'agent_end' ? event.messages : []),
  )
  start((event) => stream.push(event)).catch(() => stream.end())
  return stream
}

/** Length retries around stream retries: each attempt at a complete response has all its chances against drops. */
function patientRequest(config: AgentLoopConfig, scope: AbortScope, streamFn: StreamFn): RequestModel {
  const { streamRetries = 3, streamRetryBaseDelayMs = 1000, lengthRetries = 2, maxRetryDelayMs = 60_000 } = config
  const { getApiKey } = config
  const once = createRequestModel({ scope, streamFn, options: providerOptions(config), getApiKey })
  const retry = { retries: streamRetries, baseDelayMs: streamRetryBaseDelayMs, maxDelayMs: maxRetryDelayMs }
  return withLengthRetry(withStreamRetry(once, scope, retry), scope, lengthRetries)
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
  maxTurns: true,
}

function providerOptions(config: AgentLoopConfig): SimpleStreamOptions {
  const options: SimpleStreamOptions = Object.fromEntries(
    Object.entries(config).filter(([key]) => !Object.hasOwn(ownKeys, key)),
  )
  return config.onWarning ? { ...options, onWarning: safeWarning(config.onWarning) } : options
}
