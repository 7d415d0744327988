import { validateToolArgumentsSync } from '#src/validate.ts'

export const validate = (parameters: object, args: unknown) =>
  validateToolArgumentsSync({ name: 'tool', parameters }, { name: 'tool', arguments: args as Record<string, unknown> })

/** The lines of the error text that say what is wrong, without their bullets. */
export function problems(parameters: object, args: unknown): string[] {
  try {
    validate(parameters, args)
  } catch (error) {
    const [head = ''] = (error as Error).message.split('\n\n')
    return head
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''))
  }
  return []
}

export const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })
