import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { toLeased } from '../../src/fulfillment/batch.ts'
import { Leases } from '../../src/fulfillment/leases.ts'

const UNITS_MAX = 100_000

function leased(supplier: string, productId: number, quantity: number) {
  return toLeased(1, {
    order_no: 1n,
    batch_no: productId,
    product_id: productId,
    supplier,
    face_value_minor: minorUnits(100n),
    first_item_no: 1,
    quantity,
    attempt: 1,
    lease_epoch: 1n,
    outcome_unknown: false,
    last_fault: null,
    taking_back: false,
    supplier_step: 0,
    round_outcome: null,
    supplier_settings: null,
    is_bound: false,
    product_currency: 'USD',
    recipient: null,
  })
}

test('a product that is generated or fetched is busy with fewer batches than one from stock', () => {
  const leases = new Leases()

  leases.add(1, [leased('upstream', 1, UNITS_MAX), leased('vault', 2, UNITS_MAX)])

  expect(leases.busyProducts(1, UNITS_MAX)).toEqual([1])
})
