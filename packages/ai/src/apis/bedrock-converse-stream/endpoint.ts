import { AIError } from '../../errors/ai-error.ts'
import type { Model } from '../../message/model.ts'
import { withoutTrailingSlashes } from '../../values/trailing-slashes.ts'

/** Where a request goes, and the region it is signed for. */
export interface Endpoint {
  url: string
  region: string
}

/** Regions by where they were given. */
export interface RegionChoice {
  /** What the caller asked for. */
  option?: string | undefined
  /** That of the environment. */
  environment?: string | undefined
}

const defaultRegion = 'us-east-1'

/** The host of the service itself, whose region can be exchanged; private endpoints and proxies are left alone. */
const awsHost = /^(https:\/\/bedrock-runtime(?:-fips)?\.)([a-z0-9-]+)(\.amazonaws\.com(?:\.cn)?)\/?$/

/**
 * The endpoint of a model. A base URL that is not AWS's own is used as it stands.
 *
 * @throws AIError `invalid_request` for a region that is no name of one
 */
export function endpointOf({ id, wireModelId, baseUrl }: Model, choice: RegionChoice): Endpoint {
  const modelId = wireModelId ?? id
  const region = checkedRegion(
    choice.option ?? regionOfArn(modelId) ?? regionOfHost(baseUrl) ?? choice.environment ?? defaultRegion,
  )
  return { url: `${originOf(baseUrl, region)}/model/${encodeURIComponent(modelId)}/converse-stream`, region }
}

/** The region is part of a host: with a slash in it the key would go elsewhere. */
function checkedRegion(region: string): string {
  if (/^[a-z0-9-]{1,63}$/.test(region)) return region
  const text = `Not an AWS region: ${region.slice(0, 200)}. Expected letters, digits and hyphens, e.g. us-east-1.`
  throw new AIError('invalid_request', text, { provider: 'amazon-bedrock' })
}

/** `arn:aws:bedrock:eu-west-1:…`: a profile or a provisioned model exists in one region only. */
function regionOfArn(modelId: string): string | undefined {
  return /^arn:aws[a-z-]*:bedrock:([a-z0-9-]+):/.exec(modelId)?.[1]
}

/** The catalogue names one region for all, so that one means nothing. */
function regionOfHost(baseUrl: string): string | undefined {
  const region = awsHost.exec(baseUrl)?.[2]
  return region === defaultRegion ? undefined : region
}

function originOf(baseUrl: string, region: string): string {
  if (baseUrl === '') return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  const [, head, , tail] = awsHost.exec(baseUrl) ?? []
  return head && tail ? `${head}${region}${tail}` : withoutTrailingSlashes(baseUrl)
}
