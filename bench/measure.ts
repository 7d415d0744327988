/** What one play cost a process. */
export interface Measure {
  /** Milliseconds of CPU time, user and system, all threads. */
  cpu: number
  /** Megabytes: the largest the process has been so far. */
  peak: number
  /** Megabytes of heap that are left over. */
  kept: number
  /** CPU time at the end of each turn, in milliseconds from the start. */
  turns: number[]
}

const collect = (globalThis as { gc?: () => void }).gc

function cpuNow(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  return (userCPUTime + systemCPUTime) / 1000
}

/** Lets what is under way come to its end, and frees what nobody holds. */
async function settle(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  collect?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Measures some work; `onTurn` marks the end of a turn. */
export async function measure(work: (onTurn: () => void) => Promise<void>): Promise<Measure> {
  const heap = await settle()
  const start = cpuNow()
  const turns: number[] = []
  await work(() => turns.push(cpuNow() - start))
  const cpu = cpuNow() - start
  const peak = process.resourceUsage().maxRSS / 1024
  return { cpu, peak, kept: (await settle()) - heap, turns }
}
