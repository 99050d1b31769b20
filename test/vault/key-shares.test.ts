import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { joinMasterKey, splitMasterKey } from '../../src/vault/key-shares.ts'

const KEY = randomBytes(32)

/** The shares of a split into five, of which three are needed. */
async function fiveShares(key = KEY): Promise<[string, string, string, string, string]> {
  const [a = '', b = '', c = '', d = '', e = ''] = await splitMasterKey(key, {
    shares: 5,
    threshold: 3,
  })
  return [a, b, c, d, e]
}

test('any three of five shares give the key, in any order, and so do all five', async () => {
  const shares = await fiveShares()
  const [a, b, c, d, e] = shares

  for (const some of [[a, b, c], [e, d, a], [c, e, b], [d, b, a, c], shares]) {
    expect(await joinMasterKey(some)).toEqual(KEY)
  }
})

test('the shares of two splits of one key differ, and none holds the key', async () => {
  const all = [...(await fiveShares()), ...(await fiveShares())]

  expect(new Set(all).size).toBe(10)
  for (const share of all) {
    expect(Buffer.from(share.split('.')[3] ?? '', 'base64url').includes(KEY)).toBe(false)
  }
})

test('two shares are refused, though one of them is given twice', async () => {
  const [a, b] = await fiveShares()

  await expect(joinMasterKey([a, b, a])).rejects.toThrow(
    '3 different shares are needed, and there are 2',
  )
})

test('a share with one wrong character is refused by its line, and not shown', async () => {
  const [a, b, c] = await fiveShares()
  const at = b.length - 15
  const wrong = b.slice(0, at) + (b[at] === 'A' ? 'B' : 'A') + b.slice(at + 1)

  const refused = await joinMasterKey([a, wrong, c]).catch((error: Error) => error.message)
  expect(refused).toBe('line 2 is not a share, or it was changed as it was copied')
})

test('shares of two keys are refused', async () => {
  const [a, b] = await fiveShares()
  const [, , other] = await fiveShares(randomBytes(32))

  await expect(joinMasterKey([a, b, other])).rejects.toThrow('not all of one split of one key')
})

test('shares of two splits of one key are refused, because they give another key', async () => {
  const [a, b] = await fiveShares()
  const [, , other] = await fiveShares()

  await expect(joinMasterKey([a, b, other])).rejects.toThrow('they are of two splits')
})

test('no share at all is refused', async () => {
  await expect(joinMasterKey([])).rejects.toThrow('there is no share')
})
