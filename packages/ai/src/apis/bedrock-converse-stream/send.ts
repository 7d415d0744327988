import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import { type AwsAuth, awsAuthOf } from './aws-auth.ts'
import { signAws } from './aws-sign.ts'
import { endpointOf } from './endpoint.ts'
import type { BedrockOptions } from './options.ts'

/** Sends a body to `converse-stream`, with a Bedrock API key or signed with AWS credentials. */
export async function send(model: Model, content: object, options: BedrockOptions): Promise<Response> {
  const { url, region } = endpointOf(model, { option: options.region, environment: options.defaultRegion })
  const body = JSON.stringify(content)
  const own = mergeHeaders(model.headers, options.headers)
  const headers = await withAuth({ url, body, region, headers: own }, options)
  return post({
    url,
    body,
    headers,
    provider: model.provider,
    signal: options.signal,
    fetch: options.fetch,
    limits: options,
  })
}

interface Unsigned {
  url: string
  body: string
  region: string
  headers: Record<string, string>
}

/** An `authorization` that the caller sets is left as it is. */
async function withAuth({ headers, ...request }: Unsigned, options: BedrockOptions): Promise<Record<string, string>> {
  const auth: AwsAuth = 'authorization' in headers ? { kind: 'none' } : await awsAuthOf(options)
  switch (auth.kind) {
    case 'bearer':
      return { ...headers, authorization: `Bearer ${auth.token}` }
    case 'keys':
      return signAws({ ...request, headers, credentials: auth.credentials, service: 'bedrock' })
    case 'none':
      return headers
  }
}
