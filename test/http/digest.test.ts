import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSameDigest, sha256, sha256InSteps } from '../../src/http/bodies/digest.ts'

const ONE = sha256('one')

test('a text and its UTF-8 bytes have the same digest', () => {
  expect(sha256('größe')).toBe(createHash('sha256').update('größe', 'utf8').digest('base64'))
  expect(sha256(Buffer.from('größe'))).toBe(sha256('größe'))
})

test('digests are equal only if every character is', () => {
  expect(isSameDigest(ONE, sha256('one'))).toBe(true)
  for (let at = 0; at < ONE.length; at += 1) {
    const changed = `${ONE.slice(0, at)}${ONE[at] === 'A' ? 'B' : 'A'}${ONE.slice(at + 1)}`
    expect(isSameDigest(ONE, changed)).toBe(false)
    expect(isSameDigest(changed, ONE)).toBe(false)
  }
})

test('text shorter or longer than a digest never matches', () => {
  expect(isSameDigest(ONE, ONE)).toBe(true)
  expect(isSameDigest(ONE, ONE.slice(0, 43))).toBe(false)
  expect(isSameDigest('', '')).toBe(false)
  expect(isSameDigest(`${ONE}A`, `${ONE}B`)).toBe(false)
})

test.each([0, 1_048_576, 2_500_000])('%i bytes have the same digest in steps', async (bytes) => {
  const data = Buffer.alloc(bytes, 'some text')
  expect(await sha256InSteps(data)).toBe(sha256(data))
})
