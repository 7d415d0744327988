import { apis } from '../support/apis.ts'
import { describeStreams } from '../support/describe-streams.ts'
import { recordingsOf } from '../support/shared.ts'

/** Byte by byte, a longer body would take seconds. */
const maxBytes = 60_000

for (const subject of apis) {
  describeStreams(subject)
  const samples = recordingsOf(subject.recordings).filter(
    ({ id, body }) => body.length < maxBytes && subject.exclusions[id] === undefined,
  )
  subject.describeSamples(samples.map(({ id, body }) => ({ name: id, body })))
}
