import { type Grace, longestWaitMs } from '../run/abort-scope.ts'
import { textOf } from '../run/failed-message.ts'
import type { Run } from '../run/run.ts'
import type { AgentToolResult } from '../types/agent-tool.ts'
import { abortedOutcome, type PreparedCall } from './prepare-call.ts'
import { failedOutcome, outcomeOf, type ToolOutcome } from './tool-outcome.ts'

type ReadyCall = Extract<PreparedCall, { kind: 'ready' }>

/** Runs a tool, as long as the run and its own time limit allow. Never rejects; what comes too late is ignored. */
export async function executeCall(run: Run, prepared: PreparedCall): Promise<ToolOutcome> {
  if (prepared.kind === 'answered') return prepared.outcome
  if (run.grace.signal.aborted) return abortedOutcome
  const { tool } = prepared
  const timeoutMs = tool.timeoutMs ?? run.config.toolTimeoutMs ?? 0
  const limit = timeoutMs > 0 && timeoutMs <= longestWaitMs ? limitTime(run.grace, tool.name, timeoutMs) : undefined
  const work = execute(run, prepared, limit?.signal ?? run.grace.signal)
  const outcome = await run.grace.wait(
    limit ? Promise.race([work.outcome, limit.expired]) : work.outcome,
    () => abortedOutcome,
  )
  work.close()
  limit?.end()
  return outcome
}

/** Starts the tool. `close` ends the time in which its progress is told. */
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
  // Async, so that a tool that throws at once is a tool that rejects.
  const work = async () => tool.execute(call.id, args, signal, onUpdate)
  const outcome = work().then(
    (result) => (close(), outcomeOf(tool.name, result)),
    (error: unknown) => (close(), failedOutcome(textOf(error))),
  )
  return { outcome, close }
}

/** A signal of the call's own, which fires with that of the run, and when its time is over. */
function limitTime(grace: Grace, toolName: string, timeoutMs: number) {
  const controller = new AbortController()
  const stop = grace.onAbort(() => controller.abort(grace.signal.reason))
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
