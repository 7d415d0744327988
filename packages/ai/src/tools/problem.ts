/** One reason why a value does not fit its schema. */
export interface Problem {
  /** Where, as a JSON pointer without its first slash; empty for the value as a whole. */
  path: string
  message: string
}

/** A constraint that does not hold: the keyword, its value in the schema, and the validator's own text. */
export interface Violation {
  keyword: string
  expected: unknown
  detail: string
}

/** The text for each keyword: the one that models have read most often in error messages of JSON Schema. */
const messages: Readonly<Record<string, (violation: Violation) => string>> = {
  type: ({ expected }) => `must be ${Array.isArray(expected) ? expected.join(',') : String(expected)}`,
  required: ({ detail }) => `must have required property '${quotedIn(detail)[0]}'`,
  enum: () => 'must be equal to one of the allowed values',
  const: () => 'must be equal to constant',
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  propertyNames: () => 'property name must be valid',
  minProperties: ({ expected }) => `must NOT have fewer than ${String(expected)} properties`,
  maxProperties: ({ expected }) => `must NOT have more than ${String(expected)} properties`,
  minLength: ({ expected }) => `must NOT have fewer than ${String(expected)} characters`,
  maxLength: ({ expected }) => `must NOT have more than ${String(expected)} characters`,
  minItems: ({ expected }) => `must NOT have fewer than ${String(expected)} items`,
  maxItems: ({ expected }) => `must NOT have more than ${String(expected)} items`,
  uniqueItems: ({ detail }) =>
    `must NOT have duplicate items (items ## ${numbersIn(detail).toReversed().join(' and ')} are identical)`,
  pattern: ({ expected }) => `must match pattern "${String(expected)}"`,
  format: ({ expected }) => `must match format "${String(expected)}"`,
  minimum: ({ expected }) => `must be >= ${String(expected)}`,
  maximum: ({ expected }) => `must be <= ${String(expected)}`,
  exclusiveMinimum: ({ expected }) => `must be > ${String(expected)}`,
  exclusiveMaximum: ({ expected }) => `must be < ${String(expected)}`,
  multipleOf: ({ expected }) => `must be multiple of ${String(expected)}`,
  anyOf: () => 'must match a schema in anyOf',
  oneOf: () => 'must match exactly one schema in oneOf',
  not: () => 'must NOT be valid',
  if: ({ detail }) => `must match "${quotedIn(detail)[0]}" schema`,
  contains: () => 'must contain at least 1 valid item',
  dependentRequired: ({ detail }) => missingPartner(detail),
  dependencies: ({ detail }) => missingPartner(detail),
  false: () => 'must NOT be present',
}

/** The text of a violation; for keywords without a text of their own, that of the validator. */
export function messageOf(violation: Violation): string {
  const text = Object.hasOwn(messages, violation.keyword) ? messages[violation.keyword] : undefined
  return text ? text(violation) : violation.detail
}

/** The name of the property that is missing, if that is the violation. */
export function missingProperty({ keyword, detail }: Violation): string | undefined {
  return keyword === 'required' ? quotedIn(detail)[0] : undefined
}

function missingPartner(detail: string): string {
  const [present, missing] = quotedIn(detail)
  return `must have property '${missing}' when property '${present}' is present`
}

/** The validator puts names between double quotes. */
function quotedIn(detail: string): string[] {
  return Array.from(detail.matchAll(/"(.*?)"(?=[ .]|$)/gs), ([, name = '']) => name)
}

function numbersIn(detail: string): string[] {
  return detail.match(/\d+/g) ?? []
}
