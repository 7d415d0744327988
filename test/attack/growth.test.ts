import { validateToolArguments } from '@dreb/ai'
// A10: what is read, sent, checked or queued costs time in proportion to its size.
import { describe, expect, it } from 'vitest'

import { growthProblem } from './growth/measure.ts'
import { requestRows } from './growth/requests.ts'
import { responseRows } from './growth/responses.ts'
import { toolRows } from './growth/tools.ts'

const rows = [...requestRows, ...responseRows, ...toolRows].map((row) => [row.name, row] as const)

describe('A10: time grows with the number of', () => {
  it.each(rows)('%s', async (_, row) => expect(await growthProblem(row)).toBeUndefined())
})

describe('A7: formats of JSON Schema', () => {
  // With 20 characters a pattern that explodes takes a second; with 28 it took 86.
  it.each([
    'url',
    'uri',
    'email',
    'date-time',
    'hostname',
    'ipv6',
    'uri-template',
    'json-pointer',
    'regex',
    'duration',
  ])('%s are checked at once', async (format) => {
    const parameters = { type: 'object', properties: { a: { type: 'string', format } } }
    const call = { type: 'toolCall' as const, id: 'c', name: 'f', arguments: { a: `http://${'a'.repeat(20)}/api` } }
    const before = process.cpuUsage()
    await validateToolArguments({ name: 'f', parameters }, call).catch(() => {})
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(150)
  })
})
