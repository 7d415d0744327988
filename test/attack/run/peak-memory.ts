/** The most memory that this process takes while something runs, in bytes above what it took before. */
export async function peakMemory(run: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, process.memoryUsage.rss()) - before
}
