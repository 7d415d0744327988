import { describeProvider } from '#src/testing/conformance.ts'

import { apis } from '../support/apis.ts'
import { fixtureBodies } from '../support/fixture-body.ts'

for (const subject of apis) {
  const { api, model, body, text, contentType, errorInside, describeSamples, samples, fixtures } = subject
  describeProvider(api, {
    model: model('https://provider.invalid'),
    answer: body,
    text,
    errorInside,
    ...(contentType !== undefined && { contentType }),
  })
  describeSamples([{ name: 'a response', body }, ...samples, ...(fixtures ? fixtureBodies(fixtures) : [])])
}
