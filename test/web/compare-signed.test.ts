import { expect, test } from 'vitest'
import { compareSigned } from '../../web/src/format/compare-signed.ts'

const TIMESTAMP = '2026-01-31T12:00:00.000Z'
const HASH = 'XrY7u+Ae7tCTyyK7j1rNww5LqJjOmTOeJvn3wR3bqIs='
const EXPECTED = `POST\n${TIMESTAMP}\nclient\n${HASH}`
const EXPECTED_V2 = `v2\nGET\n/v2/products?currency=USD\n${TIMESTAMP}\nclient\n${HASH}\n\nnonce`
const EMPTY = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

const mistakesOf = (expected: string, signed: string): string[] =>
  compareSigned(expected, signed).map(({ mistake }) => mistake)

test.each([
  ['no mistake', EXPECTED, []],
  ['other line feeds', EXPECTED.replaceAll('\n', '\r\n'), ['otherLineFeeds']],
  ['a line feed at the end', `${EXPECTED}\n`, ['lineFeedAtEnd']],
  ['a missing line', EXPECTED.replace('client\n', ''), ['otherLines']],
  ['a method in lower case', EXPECTED.replace('POST', 'post'), ['methodCase']],
  ['a timestamp in seconds', EXPECTED.replace(TIMESTAMP, '1769860800'), ['timestampForm']],
  ['another timestamp', EXPECTED.replace('00.000', '01.000'), ['otherTimestamp']],
  ['another client id', EXPECTED.replace('client', 'other'), ['otherClientId']],
  ['a hash in hexadecimal', EXPECTED.replace(HASH, 'ab'.repeat(32)), ['hexHash']],
  ['the hash of an empty body', EXPECTED.replace(HASH, EMPTY), ['emptyBody']],
  ['a hash without padding', EXPECTED.slice(0, -1), ['urlSafeHash']],
  ['the hash of another body', EXPECTED.replace('XrY', 'AAA'), ['otherBody']],
  [
    'two mistakes',
    EXPECTED.replace('POST', 'post').replace('client', 'o'),
    ['methodCase', 'otherClientId'],
  ],
])('the comparison of the signed text with the expected one finds %s', (_, signed, mistakes) => {
  expect(mistakesOf(EXPECTED, signed)).toEqual(mistakes)
})

test('in the text of the second signature, it finds a missing query and a host', () => {
  const [path, query] = ['/v2/products', '?currency=USD']
  expect(mistakesOf(EXPECTED_V2, EXPECTED_V2.replace(query, ''))).toEqual(['withoutQuery'])
  const withHost = EXPECTED_V2.replace(path, `https://example.com${path}`)
  expect(mistakesOf(EXPECTED_V2, withHost)).toEqual(['withHost'])
})
