import { expect, test } from 'vitest'
import { leadsTo, subjectOf } from '../../src/fulfillment/account.ts'
import { sealGoods, segmentContext } from '../../src/fulfillment/segments.ts'
import { encodeCodes, type Goods, type Supplier } from '../../src/supply/mod.ts'
import type { Vault } from '../../src/vault/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'

const REQUEST = { partnerId: 7, orderNo: 3, batchNo: 2 } as LeasedBatch['request']
const CODE = { giftCardNumber: 'A', giftCardPin: '1', barCodeNumber: '', redemptionUrl: '' }

/** Does not seal: shows the text to seal, and its context. */
const vault = {
  seal: (purpose: string, context: string, block: Buffer) =>
    Buffer.from(`${purpose} ${context} ${block.toString()}`),
} as Vault

test('issued codes become segments that are sealed for their place, with consecutive items', () => {
  const stock = { productId: 5, blockId: 'block', first: 100 }
  const goods: Goods[] = [
    { codes: [CODE, CODE] },
    { sealWith: (seal) => seal(Buffer.from('made')), quantity: 3 },
    { stock, quantity: 4 },
  ]
  const segments = sealGoods(vault, { request: REQUEST, firstItemNo: 11 }, goods)
  const place = { orderNo: 3, batchNo: 2 }

  expect(segments).toEqual([
    {
      ...place,
      segmentNo: 1,
      firstItemNo: 11,
      quantity: 2,
      sealed: Buffer.from(`codes issued:7:3:2:1 ${encodeCodes([CODE, CODE]).toString()}`),
      stock: undefined,
    },
    {
      ...place,
      segmentNo: 2,
      firstItemNo: 13,
      quantity: 3,
      sealed: Buffer.from('codes issued:7:3:2:2 made'),
      stock: undefined,
    },
    { ...place, segmentNo: 3, firstItemNo: 16, quantity: 4, sealed: undefined, stock },
  ])
})

test('no two segments have one context', () => {
  const place = { partnerId: 1, orderNo: 1, batchNo: 1, segmentNo: 1 }
  const contexts = Object.keys(place).map((name) => segmentContext({ ...place, [name]: 11 }))

  expect(new Set([...contexts, segmentContext(place)]).size).toBe(5)
})

test('a route has the account that its settings name at its supplier', () => {
  const upstream = { accountOf: ({ account }) => String(account) } as Supplier
  const suppliers = { upstream, vault: {} as Supplier }
  const routes = [
    { supplier: 'upstream', settings: { account: 'acme' } },
    { supplier: 'vault', settings: {} },
  ]
  const leads = (supplier: string, account: string) =>
    leadsTo(suppliers, routes, { supplier, account })

  expect([leads('upstream', 'acme'), leads('vault', '')]).toEqual([true, true])
  expect([leads('upstream', ''), leads('vault', 'acme'), leads('sandbox', '')]).toEqual([
    false,
    false,
    false,
  ])
  expect(subjectOf({ supplier: 'upstream', account: 'acme' })).toBe('supplier:upstream:acme')
  expect(subjectOf({ supplier: 'vault', account: '' })).toBe('supplier:vault')
})
