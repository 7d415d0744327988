import { format } from '@cfworker/json-schema'

import { formats } from './formats.ts'
import { safePattern } from './safe-pattern.ts'

/** A `pattern` or a `format` of a schema. */
export interface TextCheck {
  keyword: 'pattern' | 'format'
  /** As it stands in the schema. */
  expected: string
  test: (text: string) => boolean
}

/**
 * The checks of texts in one schema, by names that stand in it as formats. The validator looks formats up in one table
 * of its library; ours are there only while a schema of ours is validated, which is synchronous.
 */
export class TextChecks {
  readonly #checks = new Map<string, TextCheck>()

  /** The names of the checks that a `pattern` and a `format` ask for: none for what is not checked. */
  namesOf(pattern: unknown, formatName: unknown): string[] {
    return [...this.#patternName(pattern), ...this.#formatName(formatName)]
  }

  find(name: unknown): TextCheck | undefined {
    return typeof name === 'string' ? this.#checks.get(name) : undefined
  }

  /** Runs the validator with the checks in its table. */
  during<T>(validate: () => T): T {
    for (const [name, { test }] of this.#checks) format[name] = test
    try {
      return validate()
    } finally {
      for (const name of this.#checks.keys()) delete format[name]
    }
  }

  /** A pattern that is no Unicode regular expression is not checked: the engine cannot read it. */
  #patternName(pattern: unknown): string[] {
    if (typeof pattern !== 'string' || !isPattern(pattern)) return []
    return [this.#add({ keyword: 'pattern', expected: pattern, test: safePattern(pattern) })]
  }

  #formatName(name: unknown): string[] {
    const test = typeof name === 'string' ? formats.get(name) : undefined
    return test ? [this.#add({ keyword: 'format', expected: String(name), test })] : []
  }

  #add(check: TextCheck): string {
    const name = `@dreb/ai ${this.#checks.size}`
    this.#checks.set(name, check)
    return name
  }
}

/** Whether a text is a regular expression with the flag `u`. */
export function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}
