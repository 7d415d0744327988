import type { Message } from '../message/message.ts'
import type { RepairTarget } from './repair-target.ts'
import { cachedPerMessage } from './wire-cache.ts'

/**
 * A form a message takes for a target, made once if the message is frozen, and then frozen itself, so that what is made
 * of it can be remembered as well.
 *
 * @param form names it among the forms of this message.
 */
export function repairedForm<T extends Message | undefined>(
  target: RepairTarget,
  message: Message,
  form: string,
  make: () => T,
): T {
  const forms = cachedPerMessage(keyOf(target), message, () => new Map<string, Message | undefined>())
  if (forms.has(form)) return forms.get(form) as T
  const made = make()
  if (made && Object.isFrozen(message)) Object.freeze(made)
  forms.set(form, made)
  return made
}

const keys = new WeakMap<RepairTarget, string>()

function keyOf(target: RepairTarget): string {
  const known = keys.get(target)
  if (known !== undefined) return known
  const { model, foreignThinking, variant = '', trailingThinking = '' } = target
  const key = [
    'repair',
    model.api,
    model.provider,
    model.id,
    model.input.join(),
    foreignThinking,
    trailingThinking,
    variant,
  ]
  keys.set(target, key.join(' '))
  return key.join(' ')
}
