import { inspect } from 'node:util'

/** What {@link watchProcess} gives. */
export interface ProcessWatch {
  /** @throws Error if anything happened since the last time */
  assertUnharmed: () => void
  stop: () => void
}

/**
 * Watches what concerns the whole process: exceptions and rejections that nobody caught, and `Object.prototype`, which
 * nobody may touch. The listeners of the test runner stay, so that nothing is hidden from it either.
 */
export function watchProcess(): ProcessWatch {
  const noted: string[] = []
  let isWhole = true
  const note = (error: unknown) => void noted.push(`nobody caught: ${inspect(error).slice(0, 500)}`)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  return {
    assertUnharmed: () => {
      const damage = isWhole ? prototypeDamage() : []
      isWhole &&= damage.length === 0
      const problems = [...noted.splice(0), ...damage]
      if (problems.length > 0) throw new Error(problems.join('\n'))
    },
    stop: () => {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    },
  }
}

function prototypeDamage(): string[] {
  const added = Object.keys(Object.prototype)
  return [
    ...(Object.isFrozen(Object.prototype) ? ['Object.prototype is frozen'] : []),
    ...(added.length === 0 ? [] : [`Object.prototype has got ${added.join(', ')}`]),
  ]
}
