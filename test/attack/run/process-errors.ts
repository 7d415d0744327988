import { inspect } from 'node:util'

/**
 * Watches what concerns the whole process: exceptions and rejections that nobody caught, and `Object.prototype`, which
 * nobody may touch. The listeners of the test runner stay, so that nothing is hidden from it either.
 */
export function watchProcess(): { take: () => string[]; stop: () => void } {
  const noted: string[] = []
  let isWhole = true
  const note = (error: unknown) => void noted.push(`nobody caught: ${inspect(error).slice(0, 500)}`)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  return {
    take: () => {
      const damage = isWhole ? prototypeDamage() : []
      isWhole &&= damage.length === 0
      return [...noted.splice(0), ...damage]
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
