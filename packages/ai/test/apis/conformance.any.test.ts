import { expect, it } from 'vitest'

import { builtInApis } from '#src/apis/registry.ts'
import { describeProvider } from '#src/testing/conformance.ts'

import { apis } from '../support/apis.ts'
import { fixtureBodies } from '../support/fixture-body.ts'

it('every built-in API is in the table', () => {
  expect(apis.map(({ api }) => api).toSorted()).toEqual(Object.keys(builtInApis).toSorted())
})

for (const { api, model, body, describeSamples, samples, fixtures, ...facts } of apis) {
  describeProvider(api, { ...facts, model: model('https://provider.invalid'), answer: body })
  describeSamples([{ name: 'a response', body }, ...samples, ...(fixtures ? fixtureBodies(fixtures) : [])])
}
