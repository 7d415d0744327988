/** Keywords whose values are no schemas, whatever they look like. */
export const dataKeywords: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'example',
  'examples',
  'required',
])

/** Keywords whose values hold schemas by name. */
export const namedKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
