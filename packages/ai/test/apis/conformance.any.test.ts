import { apis } from '../support/apis.ts'
import { fixtureBodies } from '../support/fixture-body.ts'

for (const { body, describeSamples, samples, fixtures } of apis) {
  describeSamples([{ name: 'a response', body }, ...samples, ...(fixtures ? fixtureBodies(fixtures) : [])])
}
