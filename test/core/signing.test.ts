import { expect, test } from 'vitest'
import { signedHeaders } from '../../src/core/signing.ts'

// Made with openssl: dgst -sha256 -binary | base64, and dgst -sha256 -mac HMAC -macopt
// key:<secret>.
const signer = {
  clientId: '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a',
  apiKey: 'tsk_example',
  hmacSecret: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlYyE=',
}
const timestamp = '2026-01-31T12:00:00.000Z'

test('a request has five headers, signed with the text of the secret', () => {
  const body = Buffer.from(
    '{"clientReference":"order-1","currency":"USD",'.concat(
      '"items":[{"productId":1,"amount":25,"quantity":2}]}',
    ),
  )

  expect(signedHeaders(signer, { method: 'POST', body, timestamp })).toEqual({
    'x-api-key': 'tsk_example',
    'x-client-id': '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a',
    'x-timestamp': '2026-01-31T12:00:00.000Z',
    'x-body-hash': 'YKUTP9sACjBvZyJrLrke5j7W0n9fdCmNdRjtoT0qB6Q=',
    'x-signature': 'zT35KNO7L5m8huDWb+eLzrvzv9IgrtIL1tDqBsd/0M8=',
  })
})

test('a GET is signed with the hash of an empty body', () => {
  const headers = signedHeaders(signer, { method: 'GET', body: Buffer.alloc(0), timestamp })

  expect(headers).toMatchObject({
    'x-body-hash': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    'x-signature': 'G4mYT3AiKCkA0Au0xQMHBBqBnHzr+jjEoNjMsuQkHoU=',
  })
})
