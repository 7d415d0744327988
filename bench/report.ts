import type { Measure } from './measure.ts'
import type { Figure, Scenario } from './scenarios.ts'

/** Measures of one round, by contender: one for each play. */
export type Round = ReadonlyMap<string, readonly Measure[]>

/** The middle of some numbers; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** A figure in one round. Ratios are taken round by round, because the speed of a machine drifts. */
export function valueOf(figure: Figure, round: Round, plays: readonly string[]): number {
  const measures = round.get(figure.of) ?? []
  const last = measures.at(-1)
  if (!last) return Number.NaN
  switch (figure.kind) {
    case 'ratio':
      return last.cpu / (round.get(figure.to)?.at(-1)?.cpu ?? Number.NaN)
    case 'exponent':
      return exponentOf(measures, plays)
    case 'growth':
      return slopeOf(last.turns) * 1000
    case 'peak':
      return last.peak - (round.get(figure.to)?.at(-1)?.peak ?? Number.NaN)
    case 'kept':
      return last.kept
    case 'load':
      return measures[0]?.cpu ?? Number.NaN
  }
}

/** The slope between the first and the last play on logarithmic axes. */
function exponentOf(measures: readonly Measure[], plays: readonly string[]): number {
  const size = (at: number) => Number(plays.at(at)?.split('-')[1])
  const cpu = (at: number) => measures.at(at)?.cpu ?? Number.NaN
  return Math.log(cpu(-1) / cpu(0)) / Math.log(size(-1) / size(0))
}

/** How the cost of a turn grows per turn, by least squares over the second half: the first warms up. */
export function slopeOf(ends: readonly number[]): number {
  const costs = ends.map((end, at) => end - (ends[at - 1] ?? 0)).slice(Math.floor(ends.length / 2))
  const [meanX, meanY] = [(costs.length - 1) / 2, costs.reduce((sum, cost) => sum + cost, 0) / costs.length]
  const covariance = costs.reduce((sum, cost, x) => sum + (x - meanX) * (cost - meanY), 0)
  return covariance / costs.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0)
}

const units: Readonly<Record<Figure['kind'], string>> = {
  ratio: 'x',
  exponent: '',
  growth: ' µs per past turn',
  peak: ' MB',
  kept: ' MB',
  load: ' ms',
}

function labelOf(figure: Figure): string {
  if (figure.kind === 'ratio') return `${figure.of} / ${figure.to}`
  return figure.kind === 'peak' ? `${figure.of}, peak over ${figure.to}` : `${figure.of}, ${figure.kind}`
}

/** One line for a figure, and whether it is within its limit. */
export function lineOf(
  figure: Figure,
  { plays }: Scenario,
  rounds: readonly Round[],
): { text: string; isGood: boolean } {
  const value = median(rounds.map((round) => valueOf(figure, round, plays)))
  const isGood = figure.max === undefined || value <= figure.max
  const limit = figure.max === undefined ? '' : `  ${isGood ? 'ok' : 'OVER'}, at most ${figure.max}`
  return {
    text: `  ${labelOf(figure).padEnd(36)} ${value.toFixed(2).padStart(8)}${units[figure.kind]}${limit}`,
    isGood,
  }
}
