import { expect, test } from 'vitest'
import type { PlaceInput } from '../../src/orders/order-input.ts'
import { isOfSize, requireSize } from '../../src/orders/order-size.ts'

const LIMITS = { linesPerOrderMax: 2, unitsPerOrderMax: 10 }

/** An order with lines of these quantities. */
function anOrder(...quantities: number[]): PlaceInput {
  const items = quantities.map((quantity) => ({ productId: 1, amount: 1, quantity }))
  return { items } as unknown as PlaceInput
}

function faultOf(order: PlaceInput): unknown {
  try {
    requireSize(order, LIMITS)
    return 'none'
  } catch (error) {
    return error
  }
}

function fault(field: string, message: string): unknown {
  const extras = { details: [{ field, message }] }
  return expect.objectContaining({ kind: 'invalid_request', extras })
}

test('an order has a limit of lines, and one of units in all lines', () => {
  for (const order of [anOrder(10), anOrder(4, 6), anOrder()]) {
    expect([faultOf(order), isOfSize(order, LIMITS)]).toEqual(['none', true])
  }
  const [lines, one, two] = [anOrder(1, 1, 100), anOrder(11), anOrder(5, 6)]
  expect(faultOf(lines)).toEqual(fault('items', 'must have at most 2 entries'))
  expect(faultOf(one)).toEqual(fault('items[0].quantity', 'must have at most 10 units in all'))
  expect(faultOf(two)).toEqual(fault('items', 'must have at most 10 units in all'))
  for (const order of [anOrder(1, 1, 1), one, two]) expect(isOfSize(order, LIMITS)).toBe(false)
})
