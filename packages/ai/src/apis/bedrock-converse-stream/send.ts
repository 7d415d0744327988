import { readEnv } from '../../auth/environment.ts'
import { decodeEventStream } from '../../http/event-stream-frames.ts'
import { mergeHeaders } from '../../http/merge-headers.ts'
import { post } from '../../http/post.ts'
import type { Model } from '../../message/model.ts'
import { defineProvider } from '../api.ts'
import { type AwsAuth, awsAuthOf } from './aws-auth.ts'
import { signAws } from './aws-sign.ts'
import { buildBedrockBody } from './body.ts'
import { endpointOf } from './endpoint.ts'
import { type BedrockState, bedrock } from './normalize.ts'
import type { BedrockOptions } from './options.ts'
import type { BedrockChunk } from './wire.ts'

export type { BedrockOptions } from './options.ts'

/** Amazon Bedrock's ConverseStream, over `fetch`, with a Bedrock API key or AWS credentials. */
export const bedrockConverseStream = defineProvider<BedrockChunk, BedrockState>({
  api: 'bedrock-converse-stream',
  normalizer: () => bedrock,
  buildPayload: buildBedrockBody,
  send,
  decode: decodeEventStream,
  // Bedrock's own options use the words of the library.
  fromSimple: (_, options) => ({ ...options }),
})

async function send(model: Model, payload: object, options: BedrockOptions): Promise<Response> {
  const environment = readEnv('AWS_REGION') ?? readEnv('AWS_DEFAULT_REGION')
  const { url, region } = endpointOf(model, { option: options.region, environment })
  const body = JSON.stringify(payload)
  const own = mergeHeaders(model.headers, options.headers)
  const headers = await withAuth({ url, body, region, headers: own }, options)
  return post({ url, body, headers, provider: model.provider, signal: options.signal, fetch: options.fetch })
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
