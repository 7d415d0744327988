import { describe, expect, it } from 'vitest'

import { signAws } from '#src/apis/bedrock-converse-stream/aws-sign.ts'

// `post-vanilla` and its relatives of AWS's Signature Version 4 test suite.
const suite = {
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
  region: 'us-east-1',
  service: 'service',
  datetime: '20150830T123600Z',
  url: 'https://example.amazonaws.com/',
  body: '',
}

describe('signAws', () => {
  it('signs as the test suite of AWS says (post-vanilla)', async () => {
    const { authorization } = await signAws({ ...suite, headers: {} })
    expect(authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    )
  })

  it('signs headers of the caller (post-header-value-case)', async () => {
    const { authorization } = await signAws({ ...suite, headers: { 'My-Header1': 'VALUE1' } })
    expect(authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
        'SignedHeaders=host;my-header1;x-amz-date, Signature=cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
    )
  })

  it('sends the session token of temporary keys along', async () => {
    const credentials = { ...suite.credentials, sessionToken: 'token' }
    const headers = await signAws({ ...suite, credentials, headers: {} })
    expect(headers['x-amz-security-token']).toBe('token')
    expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token')
  })

  it('signs the body', async () => {
    const [empty, full] = await Promise.all(['', '{}'].map((body) => signAws({ ...suite, body, headers: {} })))
    expect(empty?.['authorization']).not.toBe(full?.['authorization'])
  })
})
