/** `@dreb/ai/schema`: what tool parameters are written with. */
import { type TUnsafe, Type } from '@sinclair/typebox'

export { type Static, type TSchema, Type } from '@sinclair/typebox'

/**
 * A string that is one of `values`, written as `{ type: 'string', enum }`: Gemini and others refuse the `anyOf` of
 * constants that a union of literals becomes.
 *
 * @example StringEnum(['asc', 'desc'], { description: 'Sort order', default: 'asc' })
 */
export function StringEnum<const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}
