/** A value as a case writes it, where plain JSON is not enough: errors, BigInt, cycles, getters that throw. */
export function oddValue(written: unknown): unknown {
  if (typeof written !== 'object' || written === null) return written
  if (Array.isArray(written)) return written.map(oddValue)
  const { $error, $bigint, $bare, ...rest } = written as Record<string, unknown>
  if (typeof $bigint === 'string') return BigInt($bigint)
  if ($bare) return filled(Object.create(null) as object, $bare)
  if (typeof $error === 'string') return errorOf($error, rest)
  return filled({}, rest)
}

function errorOf(message: string, { errors, cause, class: name }: Record<string, unknown>): Error {
  const options = cause === undefined ? undefined : { cause: oddValue(cause) }
  if (Array.isArray(errors)) return new AggregateError(errors.map(oddValue), message, options)
  const error = name === 'TypeError' ? new TypeError(message, options) : new Error(message, options)
  return typeof name === 'string' ? Object.assign(error, { name }) : error
}

function filled(target: object, members: object): object {
  for (const [key, member] of Object.entries(members)) Object.defineProperty(target, key, memberOf(target, member))
  return target
}

function memberOf(holder: object, written: unknown): PropertyDescriptor {
  const fail = () => {
    throw new Error('member that throws')
  }
  const { $self, $function, $getter } = (written ?? {}) as Record<string, unknown>
  if ($getter) return { get: fail, enumerable: true }
  const value: unknown = $self ? holder : $function ? fail : oddValue(written)
  return { value, enumerable: true, writable: true, configurable: true }
}
