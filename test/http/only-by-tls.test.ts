import { expect, test } from 'vitest'
import { isOnlyByTls } from '../../src/http/listeners/only-by-tls.ts'

test.each([
  [undefined, undefined, false],
  ['http://api.example.com', undefined, false],
  ['https://api.example.com', undefined, true],
  ['http://localhost:8080', 'https://admin.example.com', true],
  ['https://api.example.com', 'http://admin.internal:8081', true],
  // Browsers would no longer find the console.
  ['https://api.example.com', 'http://api.example.com:8081', false],
])(
  'public %s, operators %s: browsers are told to use TLS only: %s',
  (publicUrl, adminUrl, isTlsOnly) => {
    expect(isOnlyByTls({ publicUrl, adminUrl })).toBe(isTlsOnly)
  },
)
