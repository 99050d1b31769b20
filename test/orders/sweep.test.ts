import { expect, test } from 'vitest'
import { Refusal, systemClock } from '../../src/core/mod.ts'
import type { OrdersOptions } from '../../src/orders/orders-options.ts'
import { createSweep } from '../../src/orders/sweep.ts'

const LATE = { partner_id: 1, order_no: 1n, status: 'ON_HOLD', status_since: new Date(0) }

/** The sweep of a database in which one order is late, and of a ledger that fails. */
function sweepThatMeets(fault: Error): () => Promise<void> {
  const options = {
    db: { rows: () => Promise.resolve([LATE]) },
    ledger: { submit: () => Promise.reject(fault) },
    clock: systemClock,
    outOfStockSecondsMax: 1,
    onHoldSecondsMax: 1,
  }
  return createSweep(options as unknown as OrdersOptions)
}

test('a refused cancellation waits for a later sweep; any other error is thrown', async () => {
  await sweepThatMeets(new Refusal('order_final', 'it is COMPLETED'))()

  await expect(sweepThatMeets(new Error('a bug'))()).rejects.toThrow('a bug')
})
