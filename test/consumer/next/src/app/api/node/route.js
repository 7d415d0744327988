import { answer } from '../../answer.js'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

export const GET = answer
