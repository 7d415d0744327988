import type { fromNodeProviderChain } from '@aws-sdk/credential-providers'
import { expectTypeOf, it } from 'vitest'

import type { CredentialProviders } from '#src/apis/bedrock-converse-stream/aws-credentials.ts'

it('describes the optional package as it is', () => {
  expectTypeOf<{ fromNodeProviderChain: typeof fromNodeProviderChain }>().toExtend<CredentialProviders>()
})
