import { AwsV4Signer } from 'aws4fetch'

import { AIError } from '../../errors/ai-error.ts'
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

/**
 * The headers of a request with its AWS Signature, version 4.
 *
 * @throws AIError `invalid_request` for a region that is none: it may come from a place that is not trusted, and is part
 *   of a host
 */
export async function signAws({ credentials, ...request }: AwsRequest): Promise<Record<string, string>> {
  if (!/^[a-z0-9-]{1,64}$/.test(request.region))
    throw new AIError('invalid_request', 'The AWS region must be letters, digits and hyphens, e.g. us-east-1')
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  const { headers } = await new AwsV4Signer({ ...request, ...keys, method: 'POST' }).sign()
  return Object.fromEntries(headers)
}
