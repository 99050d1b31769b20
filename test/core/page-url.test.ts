import { expect, test } from 'vitest'
import { pageUrlOf } from '../../src/core/page-url.ts'

test.each([
  ['http://127.0.0.1:8080', 'http://localhost:8080'],
  ['http://[::1]:8080', 'http://localhost:8080'],
  ['http://127.0.0.1', 'http://localhost'],
  // `localhost` does not resolve to this address.
  ['http://127.0.0.2:8080', 'http://127.0.0.2:8080'],
  ['http://127.0.0.1.example.com', 'http://127.0.0.1.example.com'],
  ['http://192.0.2.1:8080', 'http://192.0.2.1:8080'],
  ['https://127.0.0.1:8443', 'https://127.0.0.1:8443'],
  ['', ''],
])('pages at %j are opened at %j', (url, pageUrl) => {
  expect(pageUrlOf(url)).toBe(pageUrl)
})
