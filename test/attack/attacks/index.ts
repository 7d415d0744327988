import type { Attack } from './attack.ts'
import { connectionAttacks } from './connection.ts'

/** All attacks, by name, for the titles of tests. A new one is a row in one of the tables. */
export const attacks: readonly Attack[] = [...connectionAttacks]
