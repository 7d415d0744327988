import { errorText } from '@dreb/ai'

import { type AbortScope, longestWaitMs } from '../run/abort-scope.ts'
import type { Run } from '../run/run.ts'
import type { AgentToolResult } from '../types/agent-tool.ts'
import type { PreparedCall, ReadyCall } from './prepare-call.ts'
import { abortedOutcome, failedOutcome, outcomeOf, type ToolOutcome } from './tool-outcome.ts'

/** Runs a tool, as long as the run and its own time limit allow. Never rejects; what comes too late is ignored. */
export async function executeCall(run: Run, prepared: PreparedCall): Promise<ToolOutcome> {
  if (prepared.kind === 'answered') return prepared.outcome
  const { scope } = run
  if (scope.aborted) return abortedOutcome
  const { tool } = prepared
  const timeoutMs = tool.timeoutMs ?? run.config.toolTimeoutMs ?? 0
  const limit = timeoutMs > 0 && timeoutMs <= longestWaitMs ? withTimeout(scope, tool.name, timeoutMs) : undefined
  const work = execute(run, prepared, limit?.signal ?? scope.signal)
  const outcome = await scope.wait(
    limit ? Promise.race([work.outcome, limit.expired]) : work.outcome,
    () => abortedOutcome,
  )
  work.close()
  limit?.end()
  return outcome
}

/** Starts the tool. `close` ends the time in which its progress is reported. */
function execute(run: Run, { call, tool, args }: ReadyCall, signal: AbortSignal) {
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  const onUpdate = (partialResult: AgentToolResult) => {
    if (!isOpen) return
    const { id: toolCallId, name: toolName } = call
    void run.emit({ type: 'tool_execution_update', toolCallId, toolName, args: call.arguments, partialResult })
  }
  const onUnknown = (kinds: string[]) =>
    run.warn('unknown_content', `Tool ${tool.name} returned content that models do not know: ${kinds.join(', ')}`)
  // Async, so that a tool that throws at once is a tool that rejects.
  const work = async () => tool.execute(call.id, args, signal, onUpdate)
  const outcome = work()
    .then((result) => (close(), outcomeOf(tool.name, result, onUnknown)))
    .catch((error: unknown) => (close(), failedOutcome(errorText(error))))
  return { outcome, close }
}

/** A signal of the call's own, which fires with that of the run and when the time of the call is over. */
function withTimeout(scope: AbortScope, toolName: string, timeoutMs: number) {
  const controller = new AbortController()
  const stop = scope.onAbort(() => controller.abort(scope.signal.reason))
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<ToolOutcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(failedOutcome(`Tool ${toolName} timed out after ${timeoutMs} ms`))
      controller.abort()
    }, timeoutMs)
  })
  const end = () => {
    stop()
    clearTimeout(timer)
  }
  return { signal: controller.signal, expired, end }
}
