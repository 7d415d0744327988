import { describe, expect, it } from 'vitest'

import { endpointOf } from '#src/apis/bedrock-converse-stream/endpoint.ts'

import { modelAt } from '../../support/model-at.ts'

const catalogue = 'https://bedrock-runtime.us-east-1.amazonaws.com'
const path = '/model/amazon.nova-lite-v1%3A0/converse-stream'
const model = (baseUrl: string, id = 'amazon.nova-lite-v1:0') =>
  modelAt(baseUrl, { api: 'bedrock-converse-stream', provider: 'amazon-bedrock', id })

describe('endpointOf', () => {
  it.each([
    ['nothing', '', {}, `${catalogue}${path}`, 'us-east-1'],
    ['the catalogue', catalogue, {}, `${catalogue}${path}`, 'us-east-1'],
    [
      'the environment',
      catalogue,
      { environment: 'eu-west-1' },
      `https://bedrock-runtime.eu-west-1.amazonaws.com${path}`,
      'eu-west-1',
    ],
    [
      'the option',
      catalogue,
      { option: 'ap-south-1', environment: 'eu-west-1' },
      `https://bedrock-runtime.ap-south-1.amazonaws.com${path}`,
      'ap-south-1',
    ],
    [
      'a base URL of AWS',
      'https://bedrock-runtime.eu-west-3.amazonaws.com/',
      { environment: 'eu-west-1' },
      `https://bedrock-runtime.eu-west-3.amazonaws.com${path}`,
      'eu-west-3',
    ],
    [
      'a FIPS base URL and the option',
      'https://bedrock-runtime-fips.us-west-2.amazonaws.com',
      { option: 'us-east-2' },
      `https://bedrock-runtime-fips.us-east-2.amazonaws.com${path}`,
      'us-east-2',
    ],
    ['China', '', { option: 'cn-north-1' }, `https://bedrock-runtime.cn-north-1.amazonaws.com.cn${path}`, 'cn-north-1'],
    [
      'a proxy',
      'http://127.0.0.1:8080/bedrock/',
      { environment: 'eu-west-1' },
      `http://127.0.0.1:8080/bedrock${path}`,
      'eu-west-1',
    ],
  ] as const)('follows %s', (_, baseUrl, choice, url, region) => {
    expect(endpointOf(model(baseUrl), choice)).toEqual({ url, region })
  })

  it('sends a model with an ARN to the region of the ARN', () => {
    const arn = 'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc'
    expect(endpointOf(model(catalogue, arn), { environment: 'us-west-2' })).toEqual({
      url: `https://bedrock-runtime.eu-central-1.amazonaws.com/model/${encodeURIComponent(arn)}/converse-stream`,
      region: 'eu-central-1',
    })
  })

  it('sends the wire id where there is one', () => {
    const renamed = { ...model(''), wireModelId: 'eu.amazon.nova-lite-v1:0' }
    expect(endpointOf(renamed, {}).url).toBe(`${catalogue}/model/eu.amazon.nova-lite-v1%3A0/converse-stream`)
  })
})
