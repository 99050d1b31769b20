import { expect, test } from 'vitest'
import { decodeCheckpoint, encodeCheckpoint, TotalsDigest } from '../../src/ledger/checkpoint.ts'

const TOTALS = {
  account_id: 7n,
  kind: 'funds',
  currency: 'USD',
  debits_pending: 1n,
  debits_posted: 2n,
  credits_pending: 3n,
  credits_posted: 4n,
} as const
const NONE = { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n }

function digestOf(...accounts: Parameters<TotalsDigest['add']>[0][]): string {
  const digest = new TotalsDigest()
  for (const account of accounts) digest.add(account)
  return digest.end()
}

test('a checkpoint is read as it was written, with numbers beyond those of JSON', () => {
  const checkpoint = { lastTransfer: 2n ** 60n, lastOrder: 0n, totals: digestOf(TOTALS) }

  expect(decodeCheckpoint(encodeCheckpoint(checkpoint))).toEqual(checkpoint)
})

test.each([
  '',
  '1 2',
  '1 2 abc',
  `a 2 ${'0'.repeat(64)}`,
  `1 2 ${'0'.repeat(64)} `,
  `1 2 ${'0'.repeat(65)}`,
  `x1 2 ${'0'.repeat(64)}`,
])('a text that is not a checkpoint fails an assertion: %j', (text) => {
  expect(() => decodeCheckpoint(Buffer.from(text))).toThrow(
    expect.objectContaining({ code: 'ERR_ASSERTION' }),
  )
})

test('the digest changes with each total, with the account and with their order', () => {
  const changed = Object.keys(NONE).map((name) => digestOf({ ...TOTALS, [name]: 9n }))
  const other = { ...TOTALS, account_id: 8n }
  const digests = [
    ...changed,
    digestOf(TOTALS),
    digestOf(other),
    digestOf({ ...TOTALS, kind: 'wallet' }),
    digestOf({ ...TOTALS, currency: 'EUR' }),
    digestOf(TOTALS, other),
    digestOf(other, TOTALS),
  ]

  expect(new Set(digests).size).toBe(digests.length)
  expect(digestOf({ ...TOTALS })).toBe(digestOf(TOTALS))
})

test('an account without a transfer adds nothing to the digest', () => {
  expect(digestOf({ ...TOTALS, ...NONE }, TOTALS)).toBe(digestOf(TOTALS))
  for (const name of Object.keys(NONE)) {
    expect(digestOf({ ...TOTALS, ...NONE, [name]: 1n }, TOTALS)).not.toBe(digestOf(TOTALS))
  }
})
