// What a server can do to a client, on all eight APIs: every stream has one end, in time, and leaves nothing behind.
import { describeAttacks } from './run/describe-attacks.ts'
import { wires } from './wires/index.ts'

describeAttacks(wires)
