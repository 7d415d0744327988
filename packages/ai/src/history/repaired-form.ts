import type { Message } from '../message/message.ts'
import { cachedPerMessage } from './per-message-cache.ts'
import { type RepairTarget, repairKey } from './repair-target.ts'

/**
 * A form a message takes for a target, made once if the message is frozen, and then frozen itself, so that what is made
 * of it can be remembered as well.
 *
 * @param form names it among the forms of this message.
 */
export function repairedForm<T extends Message>(
  target: RepairTarget,
  message: Message,
  form: string,
  make: () => T,
): T {
  const forms = cachedPerMessage(`forms ${repairKey(target)}`, message, () => new Map<string, Message>())
  const known = forms.get(form)
  if (known) return known as T
  const made = make()
  if (Object.isFrozen(message)) Object.freeze(made)
  forms.set(form, made)
  return made
}
