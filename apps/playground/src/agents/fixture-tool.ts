import type { FixtureTool } from '@dreb/fixtures'

import type { ReplayClock } from '../replay/clock.ts'

/**
 * What a recorded tool answers to a call, after the time it took.
 *
 * @throws Error with the recorded text if the tool failed, or says that there is no result for this call.
 */
export async function runFixtureTool(
  tool: FixtureTool,
  callId: string | undefined,
  clock: ReplayClock,
  signal?: AbortSignal,
): Promise<string> {
  const result = tool.results[callId ?? '']
  if (!result)
    throw new Error(`The recording has no result of \`${tool.name}\` for the call ${callId ?? 'without an id'}`)
  await clock.wait(result.afterMs, signal)
  if (result.isError) throw new Error(result.text)
  return result.text
}
