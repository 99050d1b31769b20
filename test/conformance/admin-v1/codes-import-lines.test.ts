import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { completeOrder } from '../v2/fixture.ts'
import { anUnstockedOrder, expectData, importCsv, vaultProduct } from './fixture.ts'

const HEADER = 'faceValue,giftCardNumber'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
  productId = await vaultProduct(service)
})

afterAll(() => service.end())

async function importCodes(csv: string | Buffer, product = productId): Promise<Json> {
  return expectData(await importCsv(service, product, csv), 201)
}

describe('an invalid line is rejected with its number and column, and its text is not repeated', () => {
  const SECRET = 'S3CRET'
  const lines: [string, string][] = [
    ['giftCardNumber', '10,'],
    ['giftCardNumber', `10,=${SECRET}`],
    ['giftCardNumber', `10,+${SECRET}`],
    ['giftCardNumber', `10,-${SECRET}`],
    ['giftCardNumber', `10,@${SECRET}`],
    ['giftCardNumber', `10,"\t${SECRET}"`],
    ['giftCardNumber', `10, ${SECRET}`],
    ['giftCardNumber', `10,${SECRET}\u0000`],
    ['giftCardNumber', `10,${SECRET}\u200b`],
    ['giftCardNumber', `10,"${SECRET}\n2"`],
    ['giftCardNumber', `10,${'9'.repeat(257)}`],
    ['faceValue', `,${SECRET}`],
    ['faceValue', `ten,${SECRET}`],
    ['faceValue', `10.001,${SECRET}`],
    ['faceValue', `1e1,${SECRET}`],
    ['faceValue', `-10,${SECRET}`],
    ['faceValue', `"10,00",${SECRET}`],
    ['faceValue', `0,${SECRET}`],
    ['faceValue', `0.99,${SECRET}`],
    ['faceValue', `1000.01,${SECRET}`],
    ['faceValue', `99999999999999999999,${SECRET}`],
    ['columns', SECRET],
    ['columns', `10,${SECRET},more`],
  ]

  test.each(lines)('%s: %j', async (column, line) => {
    const { imported: count, rejected } = await importCodes(`${HEADER}\n10,GOOD\n${line}\n`)

    expect(count).toBeLessThanOrEqual(1)
    expect(rejected).toEqual([{ line: 3, reason: expect.stringContaining(column) }])
    expect(JSON.stringify(rejected)).not.toContain(SECRET)
  })

  test.each([
    ['giftCardPin', `=1`],
    ['giftCardPin', '1'.repeat(65)],
    ['barCodeNumber', '@1'],
    ['redemptionUrl', 'javascript:alert(1)'],
    ['redemptionUrl', 'redeem.example.com'],
    ['expiresAt', '2020-01-01'],
    ['expiresAt', '2099-02-30'],
    ['expiresAt', 'soon'],
    ['expiresAt', '2099-01-01T00:00:00'],
  ])('%s: %j', async (column, value) => {
    const csv = `${HEADER},${column}\n10,OTHERWISE-GOOD,${value}\n`
    expect(await importCodes(csv)).toMatchObject({
      imported: 0,
      rejected: [{ line: 2, reason: expect.stringContaining(column) }],
    })
  })

  test('the number of a payment card is rejected', async () => {
    expect((await importCodes(`${HEADER}\n10,4111111111111111\n`)).rejected).toHaveLength(1)
  })

  test('a FIXED product takes its own face values only', async () => {
    const noRange = { minAmount: undefined, maxAmount: undefined }
    const fixed = { denominationType: 'FIXED', fixedAmounts: [10, 25], ...noRange }
    const product = await vaultProduct(service, fixed)

    expect(await importCodes(`${HEADER}\n10,F-1\n11,F-2\n25.00,F-3\n`, product)).toMatchObject({
      imported: 2,
      rejected: [{ line: 3 }],
    })
  })

  test('a face value that an order waits for is imported, though it is no longer sold', async () => {
    const { partner, admin } = service
    const noRange = { minAmount: undefined, maxAmount: undefined }
    const fixed = { denominationType: 'FIXED', fixedAmounts: [5, 6], ...noRange }
    const product = await vaultProduct(service, fixed)
    const { id } = await anUnstockedOrder(service, partner, { productId: product, amount: 5 })
    await admin.patch(`/admin/v1/products/${product}`, { fixedAmounts: [7] })
    const csv = `${HEADER}\n5,WAITED-FOR\n6,NOT-WAITED-FOR\n7,SOLD\n`

    expect(await importCodes(csv, product)).toMatchObject({ imported: 2, rejected: [{ line: 3 }] })

    await service.waitForOrder(id, 'COMPLETED')
    const { body } = await partner.get(`/v2/orders/${id}/items`)
    expect(body.data).toMatchObject([{ giftCardNumber: 'WAITED-FOR', faceValue: 5 }])
    const after = await importCodes(`${HEADER}\n5,TOO-LATE\n`, product)
    expect(after).toMatchObject({ imported: 0, rejected: [{ line: 2 }] })
  })

  test('bytes that are not UTF-8 are rejected, not replaced', async () => {
    const csv = Buffer.from(`${HEADER}\n10,caf\xe9\n10,UTF8-1\n`, 'latin1')
    expect(await importCodes(csv)).toMatchObject({ imported: 1, rejected: [{ line: 2 }] })
  })

  test('the lines around invalid ones are imported', async () => {
    const product = await vaultProduct(service)
    const csv = `${HEADER}\n10,KEPT-1\n10,=BAD\nten,BAD\n10,KEPT-2\n`

    expect(await importCodes(csv, product)).toMatchObject({
      imported: 2,
      rejected: [{ line: 3 }, { line: 4 }],
      rejectedCount: 2,
    })
    await completeOrder(service, { productId: product, amount: 10, quantity: 2 })
  })
})

test('lines are numbered as in an editor, but only records are counted', async () => {
  const product = await vaultProduct(service)
  const lines = [HEADER, '', '10,A-1', '', '', '10,=BAD', '10,"BAD', '2"', '10,A-1', ' ', ',', '']

  const answer = await importCodes(lines.join('\r\n'), product)

  const path = `/admin/v1/products/${product}/imports/${answer.importId}`
  const { linesRead, ...counts } = expectData(await service.admin.get(path), 200)
  const report = (await service.admin.get(`${path}/report`)).text
  expect(answer.rejected).toMatchObject([6, 7, 10, 11].map((line) => ({ line })))
  expect(counts).toMatchObject({ imported: 1, duplicates: 1, rejectedCount: 4 })
  expect(Array.from(report.matchAll(/^\d+,\w+/gm), String)).toEqual([
    '6,rejected',
    '7,rejected',
    '9,duplicate',
    '10,rejected',
    '11,rejected',
  ])
  const header = 1
  const blank = 3
  const continuation = 1
  expect(linesRead).toBe(header + blank + continuation + 1 + 1 + 4)
})
