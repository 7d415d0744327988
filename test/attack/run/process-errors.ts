import { inspect } from 'node:util'

/**
 * Collects what nobody caught: exceptions and rejections. The listeners of the test runner stay, so that nothing is
 * hidden from it either.
 */
export function watchProcess(): { take: () => string[]; stop: () => void } {
  const uncaught: string[] = []
  const note = (error: unknown) => void uncaught.push(`nobody caught: ${inspect(error).slice(0, 500)}`)
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  return {
    take: () => uncaught.splice(0),
    stop: () => {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    },
  }
}
