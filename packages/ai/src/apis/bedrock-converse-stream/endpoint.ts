import type { Model } from '../../message/model.ts'

/** Where a request goes, and the region it is signed for. */
export interface Endpoint {
  url: string
  region: string
}

/** Regions by where they were said. */
export interface RegionChoice {
  /** What the caller asked for. */
  option?: string | undefined
  /** What the environment says. */
  environment?: string | undefined
}

const defaultRegion = 'us-east-1'

/** The host of the service itself, whose region can be exchanged; private endpoints and proxies are left alone. */
const awsHost = /^(https:\/\/bedrock-runtime(?:-fips)?\.)([a-z0-9-]+)(\.amazonaws\.com(?:\.cn)?)\/?$/

/** The endpoint of a model. A base URL that is not AWS's own is used as it stands. */
export function endpointOf({ id, wireModelId, baseUrl }: Model, choice: RegionChoice): Endpoint {
  const modelId = wireModelId ?? id
  const region = choice.option ?? regionOfArn(modelId) ?? regionOfHost(baseUrl) ?? choice.environment ?? defaultRegion
  return { url: `${originOf(baseUrl, region)}/model/${encodeURIComponent(modelId)}/converse-stream`, region }
}

/** `arn:aws:bedrock:eu-west-1:…`: a profile or a provisioned model exists in one region only. */
function regionOfArn(modelId: string): string | undefined {
  return /^arn:aws[a-z-]*:bedrock:([a-z0-9-]+):/.exec(modelId)?.[1]
}

/** The catalogue names one region for all, so that one says nothing. */
function regionOfHost(baseUrl: string): string | undefined {
  const region = awsHost.exec(baseUrl)?.[2]
  return region === defaultRegion ? undefined : region
}

function originOf(baseUrl: string, region: string): string {
  if (baseUrl === '') return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  const [, head, , tail] = awsHost.exec(baseUrl) ?? []
  return head && tail ? `${head}${region}${tail}` : baseUrl.replace(/\/+$/, '')
}
