import { expect, test } from 'vitest'
import { refill } from '../../web/src/portal/refill.ts'
import { CARTS_MAX, readCarts, withCart } from '../../web/src/portal/saved-cart.ts'

/** More digits than a double would keep behind the point. */
const AMOUNT = '9007199254740993.17'
const LINE = { productId: 7, brand: 'Copperleaf', amount: AMOUNT, quantity: 2 } as const

test('a saved cart has products and exact amounts, and no personal data', () => {
  const line = { ...LINE, currency: 'USD', itemReference: 'Ann', recipient: { phone: '+49' } }
  const stored = JSON.stringify(withCart([], { name: 'weekly', lines: [line] }))

  expect(readCarts(stored)).toEqual([{ name: 'weekly', lines: [LINE] }])
  expect(stored).not.toMatch(/Ann|\+49|USD/)
})

test('a cart replaces one of the same name; more carts than the maximum are not saved', () => {
  const full = Array.from({ length: CARTS_MAX }, (_, at) => ({ name: `${at}`, lines: [] }))
  expect(withCart(full, { name: 'one more', lines: [LINE] })).toBeUndefined()
  const replaced = withCart(full, { name: '3', lines: [LINE] })
  expect(replaced?.map(({ name }) => name)).toEqual(full.map(({ name }) => name))
  expect(replaced?.[3]?.lines).toEqual([LINE])
})

test.each([
  [undefined],
  ['{'],
  ['null'],
  ['{}'],
  ['[null, 1, {"name": "a"}]'],
  [JSON.stringify([{ name: 'a', lines: [{ ...LINE, amount: 5 }] }])],
  [JSON.stringify([{ name: 'a', lines: [{ ...LINE, amount: '5e9' }] }])],
  [JSON.stringify([{ name: 'a', lines: [{ ...LINE, quantity: 0 }] }])],
])('%s in the storage is not a cart', (stored) => {
  expect(readCarts(stored)).toEqual([])
})

test('a saved cart is filled from the present catalog; products that cannot be ordered are named once', () => {
  const wanted = [
    LINE,
    { ...LINE, productId: 8 },
    { ...LINE, productId: 8 },
    { ...LINE, productId: 9 },
  ]
  const field = { name: 'phone', label: 'Phone', pattern: '.*', required: true }
  const catalog = [
    { productId: 7, brand: 'Copperleaf Bakery', currency: 'EUR' },
    { productId: 9, brand: 'Power of Berlin', currency: 'EUR', recipientFields: [field] },
  ]

  expect(refill(wanted, catalog)).toEqual({
    lines: [{ ...LINE, brand: 'Copperleaf Bakery', currency: 'EUR' }],
    gone: ['Copperleaf'],
    needsRecipient: ['Power of Berlin'],
  })
})
