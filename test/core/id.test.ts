import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatOrderId,
  isUuid,
  ORDER_NO_MAX,
  PARTNER_COUNTER_MAX,
  PARTNER_ID_MAX,
  parseNumericId,
  parseOrderId,
  partnerScopedId,
  type OrderName,
} from '../../src/core/mod.ts'

const partner = fc.integer({ min: 1, max: PARTNER_ID_MAX })
const counter = fc.integer({ min: 1, max: PARTNER_COUNTER_MAX })
const orderNumber = fc.oneof(counter, fc.integer({ min: 1, max: ORDER_NO_MAX }))
const instant = fc.integer({ min: 0, max: 4_102_444_800_000 })

test('ids of different partners are different, and are safe integers in JSON', () => {
  fc.assert(
    fc.property(partner, counter, partner, counter, (one, first, other, second) => {
      const id = partnerScopedId(one, first)
      expect(Number.isSafeInteger(id)).toBe(true)
      const isSame = one === other && first === second
      expect(id === partnerScopedId(other, second)).toBe(isSame)
    }),
  )
})

test('an order id is parsed to its partner, number and time', () => {
  fc.assert(
    fc.property(partner, orderNumber, instant, (partnerId, orderNo, createdMs) => {
      const name = { partnerId, orderNo, createdMs }
      expect(parseOrderId(formatOrderId(name))).toEqual(name)
    }),
  )
})

function idOf(partnerId: number, orderNo: number): string {
  return formatOrderId({ partnerId, orderNo, createdMs: 0 })
}

test('different orders have different ids', () => {
  fc.assert(
    fc.property(partner, orderNumber, partner, orderNumber, (one, first, other, second) => {
      const isSame = one === other && first === second
      expect(idOf(one, first) === idOf(other, second)).toBe(isSame)
    }),
  )
})

test('order ids sort by time', () => {
  fc.assert(
    fc.property(instant, instant, orderNumber, orderNumber, (early, late, one, other) => {
      fc.pre(early < late)
      const first = formatOrderId({ partnerId: 1, orderNo: one, createdMs: early })
      const second = formatOrderId({ partnerId: 1, orderNo: other, createdMs: late })
      expect(first < second).toBe(true)
    }),
  )
})

const AT = Date.parse('2026-01-02T03:04:05.678Z')
/** Ids in use: each must name its order for ever. */
const KNOWN_IDS: [string, OrderName][] = [
  ['ord_01KDYAK3SE00004000001', { partnerId: 1, orderNo: 1, createdMs: AT }],
  [
    'ord_01KDYAK3SE7ZZZZZZZZZZ',
    { partnerId: PARTNER_ID_MAX, orderNo: PARTNER_COUNTER_MAX, createdMs: AT },
  ],
  [
    'ord_01KDYAK3SE0000G04000000',
    { partnerId: 1, orderNo: PARTNER_COUNTER_MAX + 1, createdMs: AT },
  ],
  [
    'ord_01KDYAK3SEZZZZZZZZZZZZZ',
    { partnerId: PARTNER_ID_MAX, orderNo: ORDER_NO_MAX, createdMs: AT },
  ],
]

test.each(KNOWN_IDS)('the id %j always means the same order', (id, name) => {
  expect(parseOrderId(id)).toEqual(name)
  expect(formatOrderId(name)).toBe(id)
})

test('an order has one id: a longer form of a shorter number is refused', () => {
  expect(parseOrderId('ord_01KDYAK3SE0000G00000001')).toBeUndefined()
})

test.each([
  '',
  'ord_',
  'ord_01M7YGQZXX0000400000',
  'ord_01M7YGQZXX000040000011',
  'ord_01M7YGQZXX0000400000I',
  'ord_01m7ygqzxx00004000001',
  'ORD_01M7YGQZXX00004000001',
  'ord_ZZZZZZZZZZZZZZZZZZZZZ',
])('%j is not an order id', (text) => {
  expect(parseOrderId(text)).toBeUndefined()
})

test.each(['0', '-1', '1.5', '1e3', '01', '+1', ' 1', '', '9007199254740992', 'abc', '1\n'])(
  '%j is not a numeric id',
  (text) => {
    expect(parseNumericId(text)).toBeUndefined()
  },
)

test('a numeric id is parsed', () => {
  expect(parseNumericId('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
})

test('a UUID may be in upper or lower case, without other characters around it', () => {
  expect(isUuid('0192f0c1-2a3b-4c5d-8e6f-001122334455')).toBe(true)
  expect(isUuid('0192F0C1-2A3B-4C5D-8E6F-001122334455')).toBe(true)
  expect(isUuid('0192f0c1-2a3b-4c5d-8e6f-001122334455\n')).toBe(false)
  expect(isUuid('0192f0c12a3b4c5d8e6f001122334455')).toBe(false)
})
