import { readEnv } from '../env.ts'
import type { Model } from '../message/model.ts'
import { type BedrockState, bedrock } from '../normalize/bedrock.ts'
import { buildBedrockBody } from '../request/bedrock/body.ts'
import { endpointOf } from '../request/bedrock/endpoint.ts'
import type { BedrockOptions } from '../request/bedrock/options.ts'
import { type AwsAuth, awsAuthOf } from '../transport/aws-auth.ts'
import { signAws } from '../transport/aws-sign.ts'
import { decodeEventStream } from '../transport/event-stream-frames.ts'
import { mergeHeaders } from '../transport/merge-headers.ts'
import { post } from '../transport/post.ts'
import type { BedrockChunk } from '../wire/bedrock.ts'
import { defineProvider } from './provider.ts'

export type { BedrockOptions } from '../request/bedrock/options.ts'

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
