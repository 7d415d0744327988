import { AwsV4Signer } from 'aws4fetch'

import type { AwsCredentials } from './options.ts'

/** A POST to sign. */
export interface AwsRequest {
  url: string
  headers: Record<string, string>
  body: string
  credentials: AwsCredentials
  region: string
  service: string
  /** The time it is signed for, as `20150830T123600Z`. Default: now. */
  datetime?: string
}

/** The headers of a request with its AWS Signature, version 4. */
export async function signAws({ credentials, ...request }: AwsRequest): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  const { headers } = await new AwsV4Signer({ ...request, ...keys, method: 'POST' }).sign()
  return Object.fromEntries(headers)
}
