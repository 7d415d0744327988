/** Something whose cost must grow with its size, and no faster. */
export interface GrowthRow {
  name: string
  /** The small size. */
  size: number
  /** How many times as much the large size is. Default 8. */
  factor?: number
  run: (size: number) => Promise<void>
}

const usualFactor = 8

/** Sizes in between, at which code that is far too slow shows already, so that nobody has to wait for the large one. */
const between = [3]

/** The cost may grow with this power of the size. Quadratic code is at 2; memory and caches cost linear code a little. */
const maxExponent = 1.5

/** What costs less than this at the large size is no problem whatever its exponent, and noise. In milliseconds. */
const negligibleMs = 40

/** What costs more than this at a size in between, and grows too fast, is not worth going on. In milliseconds. */
const hopelessMs = 500

/** Growth that no noise explains. */
const clearExponent = 1.9

const attempts = 3

/** A machine with other work to do can spoil a measurement, not make quadratic code linear: one good attempt is enough. */
export async function growthProblem({ size, factor = usualFactor, run }: GrowthRow): Promise<string | undefined> {
  await run(size)
  const seen: string[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const small = await cheapest(3, () => run(size))
    const problem = await slowdown({ size, factor, run }, small)
    if (problem === undefined) return undefined
    seen.push(problem.text)
    // Noise doubles a time; it does not make it ten times as long.
    if (problem.exponent > clearExponent) break
  }
  return seen.join('; ')
}

interface Slowdown {
  text: string
  exponent: number
}

async function slowdown(
  { size, factor, run }: Required<Omit<GrowthRow, 'name'>>,
  small: number,
): Promise<Slowdown | undefined> {
  for (const times of [...between, factor]) {
    const ms = await cpuMs(() => run(size * times))
    const exponent = Math.log(ms / Math.max(small, 0.5)) / Math.log(times)
    const isTooSlow = times === factor ? ms > negligibleMs : ms > hopelessMs
    if (!isTooSlow || exponent <= maxExponent) continue
    const text = `${small.toFixed(0)} ms at ${size}, ${ms.toFixed(0)} ms at ${size * times} (power ${exponent.toFixed(2)})`
    return { text, exponent }
  }
  return undefined
}

async function cheapest(times: number, run: () => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let count = 0; count < times; count++) best = Math.min(best, await cpuMs(run))
  return best
}

/** Processor time of this process, so that other processes do not count. */
async function cpuMs(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
