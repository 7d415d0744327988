import { expect, it } from 'vitest'

import { builtInApis } from '#src/apis/registry.ts'

import { apis } from '../support/apis.ts'
import { describeStreams } from '../support/describe-streams.ts'
import { recordingsOf } from '../support/shared.ts'

/** Byte by byte, a longer body would take seconds. */
const maxBytes = 60_000

it('every built-in API is in the table', () => {
  expect(apis.map(({ api }) => api).toSorted()).toEqual(Object.keys(builtInApis).toSorted())
})

for (const subject of apis) {
  const { recordings, exclusions, describeSamples } = subject
  describeStreams(subject)
  const samples = recordingsOf(recordings).filter((recorded) => recorded.body.length < maxBytes)
  describeSamples(
    samples
      .filter(({ id }) => exclusions[id] === undefined)
      .map((recorded) => ({ name: recorded.id, body: recorded.body })),
  )
}
