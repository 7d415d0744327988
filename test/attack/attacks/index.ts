import type { Attack } from './attack.ts'
import { connectionAttacks } from './connection.ts'
import { contentAttacks } from './content.ts'
import { endingAttacks } from './endings.ts'
import { errorAttacks, retryAttacks } from './errors.ts'
import { frameAttacks } from './frames.ts'
import { sseAttacks } from './framing.ts'
import { redirectAttacks } from './redirects.ts'

/** All attacks, by name, for the titles of tests. A new one is a row in one of the tables. */
export const attacks: readonly Attack[] = [
  ...connectionAttacks,
  ...redirectAttacks,
  ...errorAttacks,
  ...retryAttacks,
  ...endingAttacks,
  ...contentAttacks,
  ...sseAttacks,
  ...frameAttacks,
]
