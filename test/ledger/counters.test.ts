import { expect, test } from 'vitest'
import { ORDER_NO_MAX, PARTNER_COUNTER_MAX } from '../../src/core/mod.ts'
import { nextId, nextOrderNo, requireIds } from '../../src/ledger/counters.ts'

const NONE = { lastId: 0, lastTransfer: 0, lastOrder: 0, ordersOnHold: 0 }
const EXHAUSTED: unknown = expect.objectContaining({ kind: 'numbers_exhausted' })

test('numbers_exhausted: the last id and the last order number are used, and no more', () => {
  const counters = { ...NONE, lastId: PARTNER_COUNTER_MAX - 1, lastOrder: ORDER_NO_MAX - 1 }

  expect([nextId(counters), nextOrderNo(counters)]).toEqual([PARTNER_COUNTER_MAX, ORDER_NO_MAX])
  expect(() => nextId(counters)).toThrow(EXHAUSTED)
  expect(() => nextOrderNo(counters)).toThrow(EXHAUSTED)
  expect([counters.lastId, counters.lastOrder]).toEqual([PARTNER_COUNTER_MAX, ORDER_NO_MAX])
})

test('numbers_exhausted: several ids can be required at once', () => {
  const counters = { ...NONE, lastId: PARTNER_COUNTER_MAX - 3 }

  requireIds(counters, 3)
  expect(() => requireIds(counters, 4)).toThrow(EXHAUSTED)
  expect(nextId(counters)).toBe(PARTNER_COUNTER_MAX - 2)
})
